#!/usr/bin/env python3
"""Finds the noise of levels 8 to 1 of a game, so that each loses about 75 % of the points to the next.

Usage: scripts/calibrate_levels.py GAME[:variant] --top-nodes N [--games 100] [--concurrency 2]

Goes down from level 9, the engine with --top-nodes a move: about what it searches in 50 ms. Depth,
nodes and lines of a level are fixed by the table SCHEDULE; what is searched for is the noise: matches of `spielwerk match` between the
level above and a candidate, halving the interval of the logarithm of the noise until the level
above scores 69 to 81 %, or five times. If even without noise a level is too weak, its nodes
are doubled; if it is still too strong at the largest noise, they are halved. Prints the rows for the
game's table.
"""
import argparse
import math
import re
import subprocess
import sys

# Level: depth, part of the top's nodes, lines. A weak level sees all moves, but not far.
SCHEDULE = {
    8: (14, 1 / 8, 4),
    7: (8, 1 / 16, 8),
    6: (6, 1 / 16, 12),
    5: (4, 1 / 16, 20),
    4: (3, 1 / 16, 40),
    3: (2, 1 / 16, 100),
    2: (1, 1 / 16, 400),
    1: (1, 1 / 16, 400),
}
CAREFUL_FROM = 4
TARGET, LOW, HIGH = 0.75, 0.69, 0.81
LEAST_NOISE, MOST_NOISE = 0.02, 12.0


class Level:
    def __init__(self, number, depth, nodes, lines, noise):
        self.number, self.depth, self.nodes, self.lines, self.noise = number, depth, nodes, lines, noise

    def player(self):
        return (f"custom:depth={self.depth},nodes={self.nodes},lines={self.lines},"
                f"noise={self.noise:.3f},careful={int(self.number >= CAREFUL_FROM)}")

    def row(self):
        nodes = f"{self.nodes:,}".replace(",", "'")
        careful = ", .is_careful = true" if self.number >= CAREFUL_FROM else ""
        return (f"    {{.depth = {self.depth}, .nodes = {nodes}, .lines = {self.lines}, "
                f".noise = {self.noise:.3g}{careful}}},")


def measure(options, stronger, weaker, seed):
    command = [options.program, "match", options.game, stronger, weaker, "--games", str(options.games),
               "--movetime", "5s", "--seed", str(seed), "--concurrency", str(options.concurrency),
               "--max-plies", "400"]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    share = float(re.search(r"([\d.]+) %", output).group(1)) / 100
    print(f"    {stronger} - {weaker}: {share:.1%}", file=sys.stderr, flush=True)
    return share


def calibrate(options):
    found = []
    above = f"max@nodes={options.top_nodes}"
    for number in range(8, 0, -1):
        depth, part, lines = SCHEDULE[number]
        nodes = max(int(round(options.top_nodes * part, -2)), options.least_nodes)
        least, most = LEAST_NOISE, MOST_NOISE
        start = found[-1].noise * 1.4 if found else 0.15
        noise = min(max(start, LEAST_NOISE), MOST_NOISE)
        best = None
        for attempt in range(options.attempts):
            level = Level(number, depth, nodes, lines, noise)
            share = measure(options, above, level.player(), 100 * number + attempt)
            if best is None or abs(share - TARGET) < abs(best[1] - TARGET):
                best = (level, share)
            if LOW <= share <= HIGH:
                break
            if share < TARGET:  # too strong: more noise
                least = noise
                if most == MOST_NOISE and noise < 3:
                    noise = min(noise * 2.2, MOST_NOISE)
                else:
                    noise = math.sqrt(least * most)
                if least > MOST_NOISE * 0.8:
                    nodes, least, most = max(nodes // 2, 50), LEAST_NOISE, MOST_NOISE
            else:
                most = noise
                noise = math.sqrt(least * most)
                if most < LEAST_NOISE * 2:
                    nodes, least, most, noise = nodes * 2, LEAST_NOISE, MOST_NOISE, LEAST_NOISE * 2
        level, share = best
        print(f"level {number}: {share:.1%} for level {number + 1}\n{level.row()}", flush=True)
        found.append(level)
        above = level.player()
    print(f"\n// {options.game}")
    for level in reversed(found):
        print(level.row())


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("game")
parser.add_argument("--games", type=int, default=100)
parser.add_argument("--top-nodes", type=int, required=True)
parser.add_argument("--attempts", type=int, default=5)
parser.add_argument("--least-nodes", type=int, default=10000, help="enough for a first look at all moves")
parser.add_argument("--concurrency", type=int, default=2)
parser.add_argument("--program", default="build/release/spielwerk")
calibrate(parser.parse_args())
