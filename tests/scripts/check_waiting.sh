#!/usr/bin/env bash
# Fails if a test sleeps for a fixed time: it would be slow on a fast machine and fail on a busy one.
# Tests wait until something is so (tests/support/waiting.h, web/browser/helpers/waiting.ts), or turn
# the clock by hand (tests/server/base/manual_scheduler.h, Vitest's fake timers).
set -euo pipefail
cd "$(dirname "$0")/../.."

pattern='sleep_for|sleep_until|\b(u|nano)?sleep\b *\(|^ *sleep +[0-9]|time\.sleep|waitForTimeout|\bsetTimeout\b *\(|\bsetInterval\b *\(|timers/promises'
files=$(find tests web/browser -type f \( -name '*.cpp' -o -name '*.h' -o -name '*.sh' -o -name '*.py' -o -name '*.ts' \) ;
  find web/src -type f -name '*.test.ts')
allowed='^(tests/support/waiting\.h|web/browser/helpers/waiting\.ts|tests/scripts/check_waiting\.sh):'

# A new kind of file or folder must not escape unseen.
[ "$(wc -l <<<"$files")" -gt 100 ] || { echo "too few tests found: is this script still right?" >&2; exit 1; }
found=$(xargs -d '\n' grep -nE -- "$pattern" <<<"$files" | grep -vE -- "$allowed" || true)
[ -z "$found" ] || { printf 'These tests sleep; wait for a condition instead:\n%s\n' "$found" >&2; exit 1; }
# And the places where waiting is allowed show that the pattern finds it.
grep -qE -- "$pattern" tests/support/waiting.h
grep -qE -- "$pattern" web/browser/helpers/waiting.ts
