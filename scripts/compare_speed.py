#!/usr/bin/env python3
"""Compares the speed of two builds of spielwerk, side by side.

  scripts/compare_speed.py OLD NEW             both programs in turn, seven times
  scripts/compare_speed.py OLD NEW --rounds 3
  scripts/compare_speed.py OLD NEW --cpu       where other programs run too

Runs `bench` and `perft` of both in turn, so that what disturbs the machine disturbs both, and prints
the best rate of each and their ratio: the best is what the program can do, the rest is noise. A
difference in the signature of `bench` is an error, because then the searches are not the same.

With --cpu each game has a process of its own, and runs per second of its processor time are compared
in place of the rates that the programs print: time in which others run does not count.
"""
import argparse
import os
import re
import subprocess
import sys

# Each takes about a second.
PERFT = [("kaskade:6x6", "6"), ("othello:8x8", "11"), ("tictactoe:4x4,k=4", "8"), ("towerwars:8", "5")]
BENCH_NODES = "400000"
# With --cpu; those that are done sooner search more.
CPU_NODES = {"kaskade:6x6": "2000000", "othello:8x8": "1000000"}


def run(program, *arguments):
    result = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"compare_speed: {program} {' '.join(arguments)} failed: {result.stderr.strip()}")
    return result.stdout


def measure(program):
    """Rates by what was measured, and the signature of all searches."""
    rates, signature = {}, ""
    for line in run(program, "bench", "--nodes", BENCH_NODES).splitlines():
        found = re.match(r"(\S+)\s+[\d,]+\s+[\d.]+\s+([\d,]+)\s+([0-9a-f]{16})$", line)
        if found and found[1] == "all":
            signature = found[3]
        elif found:
            rates[f"bench {found[1]}"] = float(found[2].replace(",", ""))
    for game, depth in PERFT:
        last = run(program, "perft", game, depth).strip().splitlines()[-1]
        rates[f"perft {game}"] = float(re.search(r"([\d.]+) M/s", last)[1]) * 1e6
    return rates, signature


def cpu_seconds(program, *arguments):
    """Processor time of a run."""
    silent = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    process = os.posix_spawn(program, [program, *arguments], os.environ, file_actions=silent)
    _, status, usage = os.wait4(process, 0)
    if status != 0:
        sys.exit(f"compare_speed: {program} {' '.join(arguments)} failed")
    return usage.ru_utime + usage.ru_stime


def measure_cpu(program):
    """Runs per second of processor time by what was run, and the signature of all searches."""
    signatures = run(program, "bench", "--nodes", "20000")
    games = re.findall(r"^(\S+:\S+) ", signatures, re.MULTILINE)
    rates = {}
    # The smallest game is searched to its end at once: that would measure how long the program starts.
    for game in (each for each in games if each != "tictactoe:3x3"):
        rates[f"bench {game}"] = 1 / cpu_seconds(program, "bench", "--game", game, "--nodes",
                                                 CPU_NODES.get(game, BENCH_NODES))
    for game, depth in PERFT:
        rates[f"perft {game}"] = 1 / cpu_seconds(program, "perft", game, depth)
    return rates, signatures.split()[-1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", help="a program")
    parser.add_argument("new", help="another")
    parser.add_argument("--rounds", type=int, default=7, help="how often each is measured")
    parser.add_argument("--cpu", action="store_true", help="compare processor time")
    given = parser.parse_args()
    measured, unit, scale = (measure_cpu, "runs/s", 1) if given.cpu else (measure, "M/s", 1e6)
    best, signatures = {given.old: {}, given.new: {}}, {}
    for number in range(given.rounds):
        print(f"round {number + 1} of {given.rounds}", file=sys.stderr)
        for program in (given.old, given.new):
            rates, signatures[program] = measured(program)
            for what, rate in rates.items():
                best[program][what] = max(rate, best[program].get(what, 0))
    print(f"{'':<26}{'old ' + unit:>11}{'new ' + unit:>11}{'ratio':>8}")
    for what, new in best[given.new].items():
        old = best[given.old][what]
        print(f"{what:<26}{old / scale:>11.3f}{new / scale:>11.3f}{new / old:>8.2f}")
    if signatures[given.old] != signatures[given.new]:
        sys.exit("compare_speed: the signatures differ: these are not the same searches")


if __name__ == "__main__":
    main()
