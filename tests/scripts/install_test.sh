#!/usr/bin/env bash
# ./spielwerk on machines that are only played: apt, dpkg's list, sudo and cmake are replaced, and what
# they are asked for is written down. `install_test.sh CASE` runs the function test_CASE.
set -euo pipefail
project=$(cd "$(dirname "$0")/../.." && pwd)
machine=$(mktemp -d)
trap 'rm -rf "$machine"' EXIT
export machine
clone=$machine/clone

fail() {
  echo "$*" >&2
  echo "-- calls" && cat "$machine/calls"
  echo "-- errors" && cat "$machine/errors"
  exit 1
} >&2
expect() { "$@" || fail "not true: $*"; }
says() { grep -qF -- "$1" "$machine/errors" || fail "not said: $1"; }
called() { grep -qE -- "$1" "$machine/calls"; }

# What is installed there, and what is not: everything but Boost.
others=(g++ cmake ninja-build ccache mold gzip libfmt-dev libcli11-dev libsqlitecpp-dev libsqlite3-dev)
boost=(libboost1.81-dev libboost-json1.81-dev libboost-url1.81-dev)

# fake NAME: a program of the machine, from stdin.
fake() {
  { echo '#!/usr/bin/env bash'; cat; } >"$machine/bin/$1"
  chmod +x "$machine/bin/$1"
}

# A machine with these packages, a clone of the project, and somebody who may do everything.
set_up() {
  mkdir -p "$machine/bin" "$clone/src" "$clone/cmake" "$clone/web/src"
  cp "$project/spielwerk" "$clone/"
  cp -r "$project/scripts" "$clone/"
  touch "$clone/CMakeLists.txt" "$clone/CMakePresets.json" "$clone/web/package.json"
  printf '%s\n' "$@" >"$machine/installed"
  touch "$machine/calls" "$machine/errors"
  echo 0 >"$machine/user"
  fake npm </dev/null
  fake id <<<'cat "$machine/user"'
  fake sudo <<<'[ "$1" != -v ] || exit "$(cat "$machine/user")"; [ "$1" != -n ] || shift; exec "$@"'
  fake dpkg-query <<<'grep -qx "${@: -1}" "$machine/installed" && echo "ii "'
  fake apt-cache <<<'printf "%s\n" libstdc++-12-dev "  Depends: libboost1.81-dev" "${@:4}" libboost-system1.81-dev libboost-json1.81.0'
  # Like the real one it removes what is in the way, unless it is told not to: 1.74 for a Boost of 1.81,
  # and "precious" for mold.
  fake apt-get <<'TEXT'
cat >>"$machine/eaten"
echo "apt-get $*" >>"$machine/calls"
packages=() command="" simulated=no may_remove=yes
while [ $# -gt 0 ]; do
  case $1 in
    -s) simulated=yes ;;
    --no-remove) may_remove=no ;;
    -o) shift ;;
    -*) ;;
    *) [ -z "$command" ] && command=$1 || packages+=("$1") ;;
  esac
  shift
done
in_the_way() {
  for package in "${packages[@]}"; do
    case $package in
      libboost*1.81*) grep '^libboost.*1\.74' "$machine/installed" ;;
      mold) grep '^precious$' "$machine/installed" ;;
    esac
  done | sort -u
}
case $command in
  update) exit "$(cat "$machine/update_status" 2>/dev/null || echo 0)" ;;
  download)
    for package in "${packages[@]}"; do
      mkdir -p "tree/DEBIAN" "tree/usr/include/boost/$package"
      printf 'Package: %s\nVersion: 1\nArchitecture: all\nMaintainer: test <test@example.org>\nDescription: test\n' \
        "$package" >tree/DEBIAN/control
      dpkg-deb --build tree "$package.deb" >/dev/null
      rm -r tree
    done
    exit 0
    ;;
esac
removed=$(in_the_way)
if [ -n "$removed" ]; then
  printf 'The following packages will be REMOVED:\n'
  printf '  %s\n' $removed
  printf 'The following NEW packages will be installed:\n  %s\n' "${packages[*]}"
  [ $may_remove = yes ] || { echo "E: Packages need to be removed but remove is disabled." >&2; exit 100; }
fi
if [ $simulated = yes ]; then
  printf 'Inst %s (1 Debian:12)\n' "${packages[@]}"
  exit 0
fi
for package in $removed; do sed -i "/^$package\$/d" "$machine/installed"; done
printf '%s\n' "${packages[@]}" >>"$machine/installed"
if [ -e /dev/fd/3 ]; then
  printf 'dlstatus:1:40.5:Retrieving file 2 of 9 (3s remaining)\n' >&3
  printf 'pmstatus:mold:30.7:Unpacking mold (amd64)\npmstatus:dpkg-exec:100:Running dpkg\n' >&3
fi
TEXT
  # Builds a program that tells its input.
  fake cmake <<'TEXT'
echo "cmake $*" >>"$machine/calls"
case $* in
  *--build*) ;;
  *) echo "-- Configuring done"; exit 0 ;;
esac
for step in 1 2 3 4 5; do
  echo "[$step/20] Building CXX object CMakeFiles/core.dir/src/core/text$step.cpp.o"
done
if [ -e "$machine/is_broken" ]; then
  echo "FAILED: CMakeFiles/core.dir/src/core/text6.cpp.o"
  echo "text6.cpp:1: error: nonsense"
  exit 2
fi
echo "[11/20] Linking CXX executable a/program/whose/name/does/not/fit/into/one/line/of/a/terminal/spielwerk"
printf '#!/bin/sh\necho "program $*"\ncat\n' >"$PWD/build/release/spielwerk"
chmod +x "$PWD/build/release/spielwerk"
TEXT
}

# Runs ./spielwerk there; its status is $status.
start() {
  status=0
  PATH=$machine/bin:$PATH "$clone/spielwerk" "$@" >"$machine/output" 2>"$machine/errors" </dev/null || status=$?
}

# All of these packages are still there, and no way was open to remove one.
nothing_is_removed() {
  local package
  for package in "$@"; do grep -qx "$package" "$machine/installed" || fail "$package was removed"; done
  ! grep -E 'apt-get (.* )?(install|upgrade|dist-upgrade)' "$machine/calls" | grep -v -e --no-remove ||
    fail "something might have been removed"
  ! called 'apt-get (.* )?(remove|autoremove|purge)( |$)' || fail "something was to be removed"
}

test_LeavesAnotherBoostAndUnpacksItsOwn() {
  local before=(g++ cmake libboost1.74-dev libboost-system1.74-dev editor)
  set_up "${before[@]}"
  start perft othello 3
  expect [ $status -eq 0 ]
  nothing_is_removed "${before[@]}"
  expect [ "$(cat "$machine/output")" = "program perft othello 3" ]
  for package in "${boost[@]}" libboost-system1.81-dev; do
    expect [ -d "$clone/build/packages/usr/include/boost/$package" ]
  done
  expect [ ! -e "$clone/build/packages/usr/include/boost/libboost-json1.81.0" ]
  # All that can be installed is.
  for package in "${others[@]}"; do expect grep -qx "$package" "$machine/installed"; done
  says "libboost1.81-dev libboost-json1.81-dev libboost-url1.81-dev cannot be installed beside what is there"
}

test_AsksForNothingTwice() {
  set_up libboost1.74-dev
  start
  expect [ $status -eq 0 ]
  : >"$machine/calls"
  touch "$clone/src/changed"
  start
  expect [ $status -eq 0 ]
  ! called apt-get || fail "packages were asked for again"
  says "sources changed, rebuilding"
  # Without changes it only runs the program.
  : >"$machine/calls"
  start
  expect [ ! -s "$machine/calls" ]
  expect [ ! -s "$machine/errors" ]
}

test_UnpacksAllOfBoostIfMoreOfItIsNeeded() {
  set_up libboost1.74-dev
  start
  sed -i 's/^boost_packages=(/&libboost-filesystem1.81-dev /' "$clone/scripts/install.sh"
  touch "$clone/src/changed"
  start
  expect [ $status -eq 0 ]
  nothing_is_removed libboost1.74-dev
  for package in "${boost[@]}" libboost-filesystem1.81-dev; do
    expect [ -d "$clone/build/packages/usr/include/boost/$package" ]
  done
}

test_InstallsBoostWhereNothingIsInTheWay() {
  set_up g++ editor
  start
  expect [ $status -eq 0 ]
  nothing_is_removed g++ editor
  for package in "${others[@]}" "${boost[@]}"; do expect grep -qx "$package" "$machine/installed"; done
  expect [ ! -e "$clone/build/packages" ]
}

test_ExplainsWhatElseIsInTheWay() {
  set_up precious libboost1.74-dev
  start
  expect [ $status -eq 1 ]
  nothing_is_removed precious libboost1.74-dev
  expect [ "$(wc -l <"$machine/installed")" -eq 2 ]
  says "would remove precious"
  says "nothing was changed"
  says "apt-get install --no-install-recommends g++"
  ! called '^cmake' || fail "it was built nevertheless"
  expect [ ! -s "$machine/output" ]
}

test_NeedsNobodyElseForBoostAlone() {
  set_up "${others[@]}"
  echo 1000 >"$machine/user"
  start
  expect [ $status -eq 0 ]
  ! called ' install | update' || fail "something was installed"
  expect [ -d "$clone/build/packages/usr/include/boost/libboost1.81-dev" ]
}

test_SaysWhatAnAdministratorHasToInstall() {
  set_up g++ "${boost[@]}"
  echo 1000 >"$machine/user"
  start
  expect [ $status -eq 1 ]
  says "cannot install without root or sudo"
  says "apt-get install --no-install-recommends cmake ninja-build"
}

test_GoesOnIfASourceOfPackagesDoesNotAnswer() {
  set_up g++
  echo 100 >"$machine/update_status"
  start
  expect [ $status -eq 0 ]
  says "looking for packages failed"
}

test_LeavesTheInputToTheProgram() {
  set_up g++
  PATH=$machine/bin:$PATH "$clone/spielwerk" play >"$machine/output" 2>"$machine/errors" <<<"D3"
  expect [ "$(cat "$machine/output")" = $'program play\nD3' ]
  expect [ ! -s "$machine/eaten" ]
}

test_TellsTenthsWhereNoTerminalIs() {
  set_up g++
  start perft
  says "spielwerk: installing 12 packages"
  says "spielwerk: installing 12 packages, 20 % after"
  says "spielwerk: installing 12 packages, 60 % after"
  says "spielwerk: installing 12 packages, done in"
  says "spielwerk: building, 10 % after"
  says "spielwerk: building, 50 % after"
  expect [ "$(grep -c 'building' "$machine/errors")" -le 5 ]
  expect [ "$(cat "$machine/output")" = "program perft" ]
  ! grep -q $'\r\|\e' "$machine/errors" || fail "a line was rewritten"
}

test_RewritesOneLineOfATerminal() {
  set_up g++
  PATH=$machine/bin:$PATH TERM=xterm LC_ALL=C.UTF-8 \
    script -qec "stty cols 84; '$clone/spielwerk' perft </dev/null >'$machine/output'" /dev/null >"$machine/errors"
  says $'\rspielwerk: installing 12 packages  ━━━━╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌  20 %  '
  says "file 2 of 9"
  says "Unpacking mold"
  says $'\rspielwerk: building  ━╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌   5 %  '
  says "src/core/text1.cpp"
  says "55 %"
  says $'\r\e[Kspielwerk: building, done in'
  expect [ "$(cat "$machine/output")" = "program perft" ]
  # Nothing is wider than the terminal, or it could not be rewritten.
  expect [ "$(tr '\r' '\n' <"$machine/errors" | sed 's/\x1b\[K//' | grep -v needs | LC_ALL=C.UTF-8 wc -L)" -lt 84 ]
}

test_ShowsAndKeepsTheLogOfABuildThatFails() {
  set_up "${others[@]}" "${boost[@]}"
  touch "$machine/is_broken"
  start
  expect [ $status -eq 1 ]
  says "text6.cpp:1: error: nonsense"
  says "spielwerk: building failed after"
  says "build/build.log"
  expect grep -qF "[5/20] Building CXX object" "$clone/build/build.log"
  expect [ ! -s "$machine/output" ]
  rm "$machine/is_broken"
  start
  expect [ $status -eq 0 ]
}

"test_$1"
