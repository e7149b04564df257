#!/usr/bin/env python3
"""Lets two builds of the program play each other: has a change made an engine stronger?

  scripts/compare_builds.py build/release/spielwerk /tmp/before/spielwerk connect6 --games 100 --movetime 100

Each opening is some moves of level 1, another one for each pair of games, and is played twice with
colours swapped. The result is that of the first program.
"""
import argparse
import math
import queue
import subprocess
import threading


class Engine:
    """A program that speaks UGI."""

    def __init__(self, program, game):
        self.process = subprocess.Popen([program, "ugi", game], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True, bufsize=1)
        self.tell("ugi")
        self.hear("ugiok")

    def tell(self, line):
        self.process.stdin.write(line + "\n")

    def hear(self, word):
        for line in self.process.stdout:
            if line.startswith(word):
                return line.split()
        raise RuntimeError(f"ended without saying {word}")

    def go(self, moves, limit):
        self.place(moves)
        self.tell(f"go {limit}")
        return self.hear("bestmove")[1]

    def place(self, moves):
        self.tell("position startpos" + (" moves " + " ".join(moves) if moves else ""))

    def result(self, moves):
        self.place(moves)
        self.tell("query result")
        return self.hear("response")[1]

    def end(self):
        self.tell("quit")
        self.process.wait()


def opening(program, game, pair, plies):
    engine = Engine(program, game)
    engine.tell("setoption name Level value 1")
    engine.tell(f"setoption name Seed value {pair + 1}")
    moves = []
    while len(moves) < plies and engine.result(moves) == "none":
        moves.append(engine.go(moves, "movetime 1000"))
    engine.end()
    return moves


def play(options, number):
    """What the first program got: 1, 0.5 or 0."""
    moves = opening(options.first, options.game, number // 2, options.opening + number // 2 % 3)
    seats = [options.first, options.second]
    if number % 2:
        seats.reverse()
    engines = [Engine(program, options.game) for program in seats]
    while (result := engines[0].result(moves)) == "none":
        moves.append(engines[len(moves) % 2].go(moves, f"movetime {options.movetime}"))
    for engine in engines:
        engine.end()
    if result == "draw":
        return 0.5
    return 1 if (result == "p1win") == (number % 2 == 0) else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", help="the program whose result is told")
    parser.add_argument("second", help="the program to compare it with")
    parser.add_argument("game", help="a game in which players always take turns, with its variant")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--movetime", type=int, default=100, help="milliseconds for each move (100)")
    parser.add_argument("--opening", type=int, default=2, help="fewest plies of an opening (2)")
    parser.add_argument("--concurrency", type=int, default=1, help="games at the same time (1)")
    options = parser.parse_args()

    numbers = queue.SimpleQueue()
    for number in range(options.games):
        numbers.put(number)
    scores = []

    def work():
        while not numbers.empty():
            try:
                number = numbers.get_nowait()
            except queue.Empty:
                return
            scores.append(play(options, number))

    threads = [threading.Thread(target=work) for _ in range(options.concurrency)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    games = len(scores)
    share = sum(scores) / games
    error = 1.96 * math.sqrt(max(share * (1 - share), 1e-9) / games)
    print(f"{options.game}: +{scores.count(1)} ={scores.count(0.5)} -{scores.count(0)}"
          f"  {100 * share:.1f} % (± {100 * error:.1f})")


if __name__ == "__main__":
    main()
