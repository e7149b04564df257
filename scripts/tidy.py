#!/usr/bin/env python3
"""Runs clang-tidy over the sources, as much as is needed and no longer than allowed.

  scripts/tidy.py                    the sources that differ from main, or of the last commits on main itself
  scripts/tidy.py --base v0.1.0      the sources that differ from a commit
  scripts/tidy.py --all              all sources
  scripts/tidy.py --limit 300        begins no further file after 300 seconds, and says how many are left
  scripts/tidy.py src/search/*.cpp   these

A changed header is looked at through one source that includes it. A file that was clean is not looked
at again until it, a header of ours that it includes, .clang-tidy or the way it is compiled changes:
build/tidy keeps a stamp of each such state.
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
STAMPS = ROOT / "build" / "tidy"
# On main itself, the files of so many commits count as changed.
COMMITS = 5
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


def git(*arguments):
    result = subprocess.run(["git", "-C", ROOT, *arguments], capture_output=True, text=True)
    return result.stdout.strip() if result.returncode == 0 else None


def changed_files(base):
    """Paths from the root of what differs from the base, uncommitted changes included."""
    if base is None:
        head = git("rev-parse", "HEAD")
        for branch in ("origin/main", "main"):
            base = git("merge-base", branch, "HEAD")
            if base and base != head:
                break
        else:
            # A clone need not have all of them.
            count = int(git("rev-list", "--count", "HEAD") or 1)
            base = git("rev-parse", f"HEAD~{min(COMMITS, count - 1)}") if count > 1 else None
    if base is None:
        return None
    changed = git("diff", "--name-only", "--diff-filter=d", base, "--", "src")
    if changed is None:
        sys.exit(f"tidy: git knows no commit {base}")
    new = git("ls-files", "--others", "--exclude-standard", "--", "src")
    return sorted(set(changed.split() + (new or "").split()))


class Sources:
    """The sources of the compilation database and what of ours they include."""

    def __init__(self, build):
        database = build / "compile_commands.json"
        if not database.exists():
            sys.exit(f"tidy: {database} is missing; run cmake --preset release first")
        self.flags = {}
        for entry in json.loads(database.read_text()):
            path = pathlib.Path(entry["file"])
            if path.is_relative_to(ROOT / "src"):
                arguments = shlex.split(entry["command"])
                self.flags[path] = [each for each in arguments if each.startswith(("-D", "-f", "-m", "-std"))]
        self.direct = {}

    def includes(self, path):
        """The file itself and all headers of ours that it includes, directly or not."""
        found, waiting = set(), [path]
        while waiting:
            each = waiting.pop()
            if each in found:
                continue
            found.add(each)
            if each not in self.direct:
                names = INCLUDE.findall(each.read_text())
                self.direct[each] = [ROOT / "src" / name for name in names if (ROOT / "src" / name).exists()]
            waiting += self.direct[each]
        return found

    def stamp(self, path, tool):
        state = hashlib.sha256(tool.encode())
        state.update(" ".join(self.flags[path]).encode())
        for each in sorted(self.includes(path)):
            state.update(str(each.relative_to(ROOT)).encode() + b"\0" + each.read_bytes())
        return STAMPS / state.hexdigest()

    def for_changes(self, changed):
        """The changed sources, and for each changed header one source that includes it."""
        chosen = {ROOT / each for each in changed if ROOT / each in self.flags}
        seen = set().union(*(self.includes(each) for each in chosen))
        for each in changed:
            header = ROOT / each
            if header.suffix != ".h" or header in seen:
                continue
            users = [path for path in self.flags if header in self.includes(path)]
            if users:
                # Its own source if it has one, else the one that is soonest done.
                best = min(users, key=lambda path: (path != header.with_suffix(".cpp"), len(self.includes(path))))
                chosen.add(best)
                seen |= self.includes(best)
        return chosen


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--all", action="store_true", help="all sources")
    parser.add_argument("--base", help="the commit to compare with")
    parser.add_argument("--limit", type=float, default=float("inf"), help="seconds after which nothing is begun")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "release")
    parser.add_argument("--tool", default="clang-tidy-19")
    options = parser.parse_args()

    sources = Sources(options.build)
    tool = subprocess.run([options.tool, "--version"], capture_output=True, text=True, check=True).stdout
    tool += (ROOT / ".clang-tidy").read_text()
    if options.files:
        chosen = {path.resolve() for path in options.files}
        if unknown := chosen - set(sources.flags):
            sys.exit(f"tidy: {sorted(unknown)[0]} is not compiled")
    else:
        changed = None if options.all else changed_files(options.base)
        chosen = set(sources.flags) if changed is None else sources.for_changes(changed)

    stamps = {path: sources.stamp(path, tool) for path in sorted(chosen)}
    waiting = [path for path, stamp in stamps.items() if not stamp.exists()]
    print(f"{len(chosen)} of {len(sources.flags)} files, {len(chosen) - len(waiting)} known to be clean", flush=True)
    STAMPS.mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + options.limit

    def check(path):
        if time.monotonic() >= end:
            return None
        result = subprocess.run([options.tool, "-quiet", "-p", options.build, path], capture_output=True, text=True)
        if result.returncode == 0:
            stamps[path].touch()
        else:
            print(result.stdout.strip() or result.stderr.strip(), flush=True)
        return result.returncode == 0

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(check, waiting))
    left, failed = results.count(None), results.count(False)
    if left:
        print(f"{left} files were left for another time: {options.limit:g} s are over")
    print(f"{failed} files with findings" if failed else "clean")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
