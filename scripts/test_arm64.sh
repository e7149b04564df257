#!/usr/bin/env bash
# Compiles rules, search, games, records, players and the Kaskade protocol for arm64 and runs the tests of all
# layers up to players in qemu.
#   scripts/test_arm64.sh [PATTERN]     the tests that match, as --gtest_filter takes it; else all
# Says 'skipped: …' and succeeds without g++-aarch64-linux-gnu, qemu-user and googletest (Debian packages).
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
skip() { echo "skipped: $*"; exit 0; }
for tool in aarch64-linux-gnu-g++ qemu-aarch64 cmake ninja; do
  command -v $tool >/dev/null || skip "there is no $tool"
done
[ -e /usr/src/googletest/CMakeLists.txt ] || skip "there are no sources of GoogleTest (googletest)"
[ -e /usr/include/fmt/format.h ] || skip "there is no fmt (libfmt-dev)"

export CCACHE_DIR=${CCACHE_DIR:-$PWD/build/ccache}
cmake -G Ninja -B build/arm64 -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/aarch64.cmake" -DCMAKE_BUILD_TYPE=Release >/dev/null
nice cmake --build build/arm64 --target spielwerk_tests
program=build/arm64/tests/cross/spielwerk_tests
file=$(LC_ALL=C readelf -h $program | sed -n 's/.*Machine: *//p')
[ "$file" = AArch64 ] || { echo "test_arm64: $program is for $file" >&2; exit 1; }
# An emulated processor keeps no time, so tests of punctuality tell nothing there, and one tournament would
# take half an hour.
late='*AnswerInTime*:*StopAtOnce*:Mcts.BeatsRandomPlayInEveryGame'
seq 0 3 | GTEST_TOTAL_SHARDS=4 xargs -P "$(nproc)" -I{} env GTEST_SHARD_INDEX={} \
  timeout 3000 qemu-aarch64 -L /usr/aarch64-linux-gnu $program --gtest_brief=1 "--gtest_filter=${1:-*}-$late"
