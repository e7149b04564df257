#!/usr/bin/env bash
# What protects a release is in the programs that were built: `hardening_test.sh BUILD-FOLDER PROGRAM…`.
set -euo pipefail
build=$1
shift
export LC_ALL=C
failed=0
# has WHAT PATTERN COMMAND…: the command prints the pattern.
has() {
  local what=$1 pattern=$2 printed
  shift 2
  printed=$("$@")
  grep -qE -- "$pattern" <<<"$printed" || { echo "$program: no $what" >&2; failed=1; }
}
lacks() {
  local what=$1 pattern=$2
  shift 2
  if "$@" | grep -E -- "$pattern" >&2; then
    echo "$program: $what" >&2
    failed=1
  fi
}

for program in "$@"; do
  has "position-independent executable" 'Type: +DYN \(Position-Independent' readelf -Wh "$program"
  has "full RELRO (segment)" 'GNU_RELRO' readelf -Wl "$program"
  has "full RELRO (bound at start)" 'BIND_NOW' readelf -Wd "$program"
  has "stack that is said not to be executable" 'GNU_STACK.* RW +0' readelf -Wl "$program"
  lacks "a segment is both writable and executable" 'LOAD.* RWE ' readelf -Wl "$program"
  # Weak ones of the standard library are shared on purpose.
  lacks "symbols of ours are visible outside" '(FUNC|OBJECT) +GLOBAL +DEFAULT +[0-9]+ _ZN?K?9spielwerk' \
    readelf -W --dyn-syms "$program"
done

# What our own sources ask for: foreign libraries in the program may have it without them.
for program in "$build"/lib{core,server,app}.a; do
  has "stack protector" '__stack_chk_fail' nm -u "$program"
done
for program in "$build"/lib{server,app}.a; do
  has "checked container" '__glibcxx_assert_fail' nm -u "$program"
done
program=$build/libserver.a
has "fortified function" '__[a-z]+_chk$' nm -u "$program"

# Shadow stacks and indirect branch tracking are noted in a program only if all of its parts have them, and
# Debian's start files and Boost do not. All of ours do, for whoever links with others.
if [ "$(uname -m)" = x86_64 ]; then
  for program in "$build"/lib*.a; do
    objects=$(ar t "$program" | wc -l)
    noted=$(readelf -Wn "$program" | grep -c 'x86 feature: IBT, SHSTK') || true
    [ "$objects" -gt 0 ] && [ "$noted" -eq "$objects" ] ||
      { echo "$program: control flow protected in $noted of $objects objects" >&2; failed=1; }
  done
fi
exit $failed
