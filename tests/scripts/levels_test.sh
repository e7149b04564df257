#!/usr/bin/env bash
# The program for all x86-64 processors becomes the best one that this processor can run, and stays what
# it is where that is not possible. `levels_test.sh CASE BUILD-FOLDER` runs the function test_CASE.
set -euo pipefail
build=$2
folder=$(mktemp -d)
started=""
trap '[ -z "$started" ] || kill -KILL "$started" 2>/dev/null || true; rm -rf "$folder"' EXIT
unset SPIELWERK_LEVEL

fail() { echo "$*" >&2; exit 1; }
# level_of PROGRAM: what it says it is compiled for.
level_of() { "$1" --version | sed -n 's/.*, \([^ ,]*\))$/\1/p'; }
is() { [ "$1" = "$2" ] || fail "it is '$1', not '$2'"; }
# fails_with LINE COMMAND…: the command fails and says nothing but that.
fails_with() {
  local line=$1 status=0
  shift
  "$@" >"$folder/output" 2>"$folder/errors" || status=$?
  is "$status" 1
  is "$(cat "$folder/output")" ""
  is "$(cat "$folder/errors")" "$line"
}
runs_here() { SPIELWERK_LEVEL=$1 "$build/spielwerk" --version >/dev/null 2>&1; }
# The levels that this machine can run, best first, the one for all last.
levels() {
  local program level
  for program in $(ls -dr "$build"/x86-64-*/spielwerk); do
    level=$(basename "$(dirname "$program")")
    ! runs_here "$level" || echo "$level"
  done
  echo x86-64
}
all=$(levels)
best=${all%%$'\n'*}
# A copy of the program for all and, if a place is given, of the best level's there.
copied() {
  mkdir -p "$folder/$1"
  cp "$build/spielwerk" "$folder/$1/"
  [ $# -lt 2 ] || { mkdir -p "$folder/$2" && cp "$build/$best/spielwerk" "$folder/$2/"; }
}
need_levels() { [ "$best" != x86-64 ] || { echo "skipped: this processor has no higher level"; exit 0; }; }

test_theBestIsTaken() {
  is "$(level_of "$build/spielwerk")" "$best"
  for level in $all; do
    export SPIELWERK_LEVEL=$level
    is "$(level_of "$build/spielwerk")" "$level"
  done
}

# Rules, searches and their results are the same, whatever the processor.
test_allPlayAlike() {
  local expected=""
  for level in $all; do
    printed=$(SPIELWERK_LEVEL=$level "$build/spielwerk" bench --nodes 20000 | awk '{ print $1, $2, $NF }')
    [ "$(wc -l <<<"$printed")" -ge 6 ] || fail "bench printed: $printed"
    : "${expected:=$printed}"
    is "$printed" "$expected"
  done
}

test_isFoundWhereItIsInstalled() {
  need_levels
  copied bin "libexec/spielwerk/$best"
  is "$(level_of "$folder/bin/spielwerk")" "$best"
  # Also behind a link from elsewhere.
  ln -s bin/spielwerk "$folder/linked"
  is "$(level_of "$folder/linked")" "$best"
}

test_goesOnWithoutTheOthers() {
  need_levels
  copied alone
  is "$(level_of "$folder/alone/spielwerk")" x86-64
  copied locked "locked/$best"
  is "$(level_of "$folder/locked/spielwerk")" "$best"
  chmod a-x "$folder/locked/$best/spielwerk"
  is "$(level_of "$folder/locked/spielwerk")" x86-64
  copied broken "broken/$best"
  head -c 20 "$build/spielwerk" >"$folder/broken/$best/spielwerk"
  is "$(level_of "$folder/broken/spielwerk")" x86-64
}

test_saysWhatCannotBeHad() {
  copied alone
  fails_with "spielwerk: SPIELWERK_LEVEL is 'x86-64-v9'; there are $(ls -dr "$build"/x86-64-* | xargs -n 1 basename |
    paste -sd, | sed 's/,/, /g') and x86-64" env SPIELWERK_LEVEL=x86-64-v9 "$build/spielwerk" --version
  need_levels
  fails_with "spielwerk: SPIELWERK_LEVEL is '$best', whose program cannot be started: No such file or directory" \
    env SPIELWERK_LEVEL="$best" "$folder/alone/spielwerk" --version
}

# Whoever started it sees one process with its name, arguments and way to end.
test_isOneProcess() {
  coproc game { exec -a other-name "$build/spielwerk" ugi tictactoe; }
  started=$game_PID
  echo ugi >&"${game[1]}"
  local line=""
  until [ "$line" = ugiok ]; do read -r -t 60 -u "${game[0]}" line || fail "it does not answer"; done
  is "$(tr '\0' ' ' <"/proc/$started/cmdline")" "other-name ugi tictactoe "
  is "$(cat "/proc/$started/comm")" spielwerk
  [ "$best" = x86-64 ] || is "$(readlink "/proc/$started/exe")" "$(readlink -f "$build/$best/spielwerk")"
  kill -TERM "$started"
  local status=0
  wait "$started" || status=$?
  started=""
  is "$status" $((128 + 15))
  status=0
  "$build/spielwerk" perft nonsense 1 2>/dev/null || status=$?
  is "$status" 1
}

# No instruction beyond the first x86-64 processors is in the program that runs on all of them. That the
# other one has some shows that they would be found. (tzcnt is not looked for: older processors take it for bsf,
# and compilers use it as that.)
test_theOneForAllNeedsNothing() {
  has_wide() { objdump -d --no-show-raw-insn "$1" | grep -E '%[yz]mm|[[:space:]](popcnt|lzcnt|v[a-z]+ps|vp[a-z]+|shlx|shrx|blsr|andn|bextr|pext|pdep|p?shufb|pmulld) ' >"$folder/found"; }
  if has_wide "$build/spielwerk"; then fail "in the program for all: $(head -n 5 "$folder/found")"; fi
  need_levels
  has_wide "$build/$best/spielwerk" || fail "nothing found in $best: is the pattern right?"
}

"test_$1"
