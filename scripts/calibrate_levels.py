#!/usr/bin/env python3
"""Finds the noise of levels 8 to 1 of a game, so that each loses about 78 % of the points (--target) to the next.

Usage: scripts/calibrate_levels.py GAME[:variant] --top-nodes N [--games 100] [--concurrency 2]

Goes down from level 9, the engine with --top-nodes a move. Depth, nodes and lines of a level come from
a schedule; what is searched for is the noise. A candidate plays matches of `spielwerk match`
against the level above: first 40 games, and the rest only if these are near to that. The next candidate
comes from a line through all results. If a level is still too strong with much noise it
considers half as many moves more; if it considers all, it looks one ply less far. If it is too weak without
noise, one ply further. Prints the rows for the game's table.
"""
import argparse
import math
import re
import subprocess
import sys

# Level: depth, part of the top's nodes, lines. Usually a weak level sees all moves, but not far. In
# TowerWars a player who may choose any move never gets anywhere and no game ends, so that there weak
# levels choose among a few good moves.
SCHEDULES = {
    "wide": {
        8: (20, 1, 3),
        7: (10, 1 / 2, 5),
        6: (7, 1 / 4, 10),
        5: (5, 1 / 8, 20),
        4: (3, 1 / 8, 40),
        3: (2, 1 / 8, 100),
        2: (1, 1 / 8, 400),
        1: (1, 1 / 8, 400),
    },
    "narrow": {
        8: (20, 1, 3),
        7: (6, 1 / 2, 3),
        6: (4, 1 / 4, 4),
        5: (3, 1 / 8, 5),
        4: (2, 1 / 8, 6),
        3: (1, 1 / 8, 6),
        2: (1, 1 / 8, 8),
        1: (1, 1 / 8, 12),
    },
}
CAREFUL_FROM = 4
# How far from the target a score may be.
TOLERANCE = 0.06
MIN_NOISE, MAX_NOISE = 0.02, 12.0
# From here on the moves considered are nearly equally likely.
MUCH_NOISE = 1.5
MAX_LINES = 400
FIRST_GAMES = 40


class Level:
    def __init__(self, number, depth, nodes, lines, noise):
        self.number, self.depth, self.nodes, self.lines, self.noise = number, depth, nodes, lines, noise

    def player(self):
        return (f"custom:depth={self.depth},nodes={self.nodes},lines={self.lines},"
                f"noise={self.noise:.3g},careful={int(self.number >= CAREFUL_FROM)}")

    def row(self):
        nodes = f"{self.nodes:,}".replace(",", "'")
        careful = ", .is_careful = true" if self.number >= CAREFUL_FROM else ""
        return (f"    {{.depth = {self.depth}, .nodes = {nodes}, .lines = {self.lines}, "
                f".noise = {self.noise:.3g}{careful}}},")


def play(options, stronger, weaker, games, seed):
    command = [options.program, "match", options.game, stronger, weaker, "--games", str(games),
               "--movetime", "5s", "--seed", str(seed), "--concurrency", str(options.concurrency),
               "--max-plies", "300"]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return float(re.search(r"([\d.]+) %", output).group(1)) / 100


def measure(options, stronger, weaker, seed):
    """The score of the stronger: roughly if it is far from the target, else exactly."""
    share = play(options, stronger, weaker, FIRST_GAMES, seed)
    games = FIRST_GAMES
    if abs(share - options.target) <= 0.15:
        rest = options.games - FIRST_GAMES
        share = (share * FIRST_GAMES + play(options, stronger, weaker, rest, seed + 50) * rest) / options.games
        games = options.games
    print(f"    {weaker}: {share:.1%} of {games} lost", file=sys.stderr, flush=True)
    return share, games


def log_odds(share):
    share = min(max(share, 0.02), 0.98)
    return math.log(share / (1 - share))


def next_noise(known, target):
    """Where a line through the results, log odds over the logarithm of the noise, meets the target.

    The line begins with a usual slope that counts as much as some 30 games, so that two results near
    to each other do not turn it round by chance.
    """
    usual_slope, trust = 1.2, 6.0
    points = [(math.log(noise), log_odds(share), games * max(share * (1 - share), 0.02))
              for noise, share, games in known]
    weights = sum(weight for _, _, weight in points)
    mean_x = sum(x * weight for x, _, weight in points) / weights
    mean_y = sum(y * weight for _, y, weight in points) / weights
    slope = ((sum(weight * (x - mean_x) * (y - mean_y) for x, y, weight in points) + trust * usual_slope)
             / (sum(weight * (x - mean_x) ** 2 for x, _, weight in points) + trust))
    goal = mean_x + (log_odds(target) - mean_y) / max(slope, 0.4)
    lowest, highest = min(x for x, _, _ in points) - 1.2, max(x for x, _, _ in points) + 1.2
    return min(max(math.exp(min(max(goal, lowest), highest)), MIN_NOISE), MAX_NOISE)


def calibrate_level(options, number, above, first_noise):
    depth, part, lines = SCHEDULES[options.schedule][number]
    nodes = max(int(round(options.top_nodes * part, -2)), options.min_nodes)
    noise = min(max(first_noise, MIN_NOISE), MAX_NOISE)
    known, best = [], None
    for attempt in range(options.attempts):
        level = Level(number, depth, nodes, lines, noise)
        share, games = measure(options, above, level.player(), 1000 * number + 100 * attempt)
        if best is None or abs(share - options.target) < abs(best[1] - options.target):
            best = (level, share)
        if abs(share - options.target) <= TOLERANCE:
            break
        known.append((noise, share, games))
        if share < options.target and noise >= MUCH_NOISE and lines < MAX_LINES:
            lines, known, noise = min(math.ceil(lines * 1.5), MAX_LINES), [], noise * 0.8
        elif share < options.target and noise >= MAX_NOISE * 0.9 and depth > 1:
            depth, known, noise = depth - 1, [], noise / 2
        elif share > options.target and noise <= MIN_NOISE * 1.1:
            depth, nodes, known = depth + 1, nodes * 2, []
        else:
            noise = next_noise(known, options.target)
    return best


def calibrate(options):
    found = []
    above = f"max@nodes={options.top_nodes}"
    for number in range(8, 0, -1):
        first_noise = found[-1].noise * 1.5 if found else options.first_noise
        level, share = calibrate_level(options, number, above, first_noise)
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
parser.add_argument("--schedule", choices=SCHEDULES, default="wide")
parser.add_argument("--target", type=float, default=0.78, help="what each level scores against the next lower")
parser.add_argument("--first-noise", type=float, default=0.1, help="to begin with at level 8")
parser.add_argument("--attempts", type=int, default=8)
parser.add_argument("--min-nodes", type=int, default=10000, help="enough for a first look at all moves")
parser.add_argument("--concurrency", type=int, default=2)
parser.add_argument("--program", default="build/release/spielwerk")
calibrate(parser.parse_args())
