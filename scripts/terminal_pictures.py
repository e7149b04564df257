#!/usr/bin/env python3
"""Takes the pictures of docs/pictures: plays in a real terminal (tmux) and draws its screen as SVG.

Usage: scripts/terminal_pictures.py [name ...]      all pictures, or those named
Needs tmux and a built program (./spielwerk).
"""

import html
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Name, window (columns, lines), arguments of the program, and what is typed. Windows are as high as
# the last board with the lines around it.
PICTURES = [
    ("othello", (44, 23), "play othello", "F5 D6 C3 D3 C4 F4 F6 F3 E6 E7 fields"),
    ("towerwars", (62, 24), "play towerwars",
     "B2->B3 F7->F6 A4->B5 E7->D6 B4->B3 G7->F7 D2->D1 G6->F7 C1->D1 F8->E8 fields@E1"),
    ("kaskade", (58, 19), "play kaskade",
     "5;0 5;3 1;3 2;0 4;1 4;3 3;1 2;5 3;2 2;5 2;3 1;4 3;2 1;2 2;3 4;4 5;1 2;0 1;1 1;4 5;4 5;5 5;2 1;4"),
    ("connect6", (66, 25), "play connect6:18,edges=torus,players=3",
     "8;8;8;9 7;7;9;9 10;8;7;10 8;7;8;10 8;6;8;11 9;8;6;10 7;9;9;7 6;6;0;17 11;8;5;10 10;10;6;8"),
]

# A character is drawn in a cell of this size.
WIDTH, HEIGHT, MARGIN, BAR = 9, 20, 14, 30
PAPER, INK = "#23252b", "#d9d5c9"
# From the middle of its cell, the ways a line goes: left, right, up, down.
LINES = dict(zip("─│┌┬┐├┼┤└┴┘", ["lr", "ud", "rd", "lrd", "ld", "rud", "lrud", "lud", "ru", "lru", "lu"]))


def colour(number):
    """A colour of the terminal's table of 256."""
    if number >= 232:
        return "#" + f"{8 + 10 * (number - 232):02x}" * 3
    steps = [0, 95, 135, 175, 215, 255]
    number -= 16
    return "#%02x%02x%02x" % (steps[number // 36], steps[number // 6 % 6], steps[number % 6])


def styled_characters(line):
    """Each character of a captured line with its ink, paper and whether it is bold."""
    ink, paper, bold = None, None, False
    for codes, character in re.findall(r"\x1b\[([\d;]*)m|(.)", line):
        if character:
            yield character, ink, paper, bold
            continue
        numbers = [int(code or 0) for code in codes.split(";")]
        while numbers:
            code = numbers.pop(0)
            if code in (38, 48):
                numbers.pop(0)
                value = colour(numbers.pop(0))
                ink, paper = (value, paper) if code == 38 else (ink, value)
            elif code == 0:
                ink, paper, bold = None, None, False
            elif code == 1:
                bold = True
            elif code == 39:
                ink = None
            elif code == 49:
                paper = None


def line_path(character, x, y):
    """A line or slope as a path, so that it looks the same in every font; else nothing."""
    if character in LINES:
        cx, cy = x + WIDTH / 2, y + HEIGHT / 2
        ends = {"l": f"H{x}", "r": f"H{x + WIDTH}", "u": f"V{y}", "d": f"V{y + HEIGHT}"}
        return "".join(f"M{cx} {cy}{ends[way]}" for way in LINES[character])
    if character == "╲":
        return f"M{x} {y}l{WIDTH} {HEIGHT}"
    if character == "╱":
        return f"M{x} {y + HEIGHT}l{WIDTH} -{HEIGHT}"
    return None


def sign(character, x, y, ink, bold):
    """A stone as a circle, anything else as text."""
    if character in "●○":
        fill = ink if character == "●" else "none"
        return (f'<circle cx="{x + WIDTH / 2}" cy="{y + HEIGHT / 2}" r="4.6" fill="{fill}" stroke="{ink}"'
                ' stroke-width="1.4"/>')
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x + WIDTH / 2}" y="{y + 15}" fill="{ink}"{weight}>{html.escape(character)}</text>'


def picture(screen, columns, title):
    lines = screen.rstrip("\n").split("\n")
    width, height = columns * WIDTH + 2 * MARGIN, len(lines) * HEIGHT + BAR + MARGIN
    papers, paths, signs = {}, {}, []
    for row, line in enumerate(lines):
        y = BAR + row * HEIGHT
        for column, (character, ink, paper, bold) in enumerate(styled_characters(line)):
            x = MARGIN + column * WIDTH
            ink = ink or INK
            if paper:
                papers.setdefault(paper, []).append(f"M{x} {y}h{WIDTH}v{HEIGHT}h-{WIDTH}z")
            if path := line_path(character, x, y):
                paths.setdefault(ink, []).append(path)
            elif character != " ":
                signs.append(sign(character, x, y, ink, bold))
    dots = "".join(f'<circle cx="{MARGIN + 6 + 18 * index}" cy="15" r="5.5" fill="{fill}"/>'
                   for index, fill in enumerate(["#e0695e", "#dfb04c", "#6aab5b"]))
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">',
        f'<rect width="{width}" height="{height}" rx="9" fill="{PAPER}"/>{dots}',
        '<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="15" text-anchor="middle">',
        f'<text x="{width / 2}" y="20" font-size="13" fill="#8f8b80">{html.escape(title)}</text>',
        *(f'<path d="{"".join(parts)}" fill="{fill}" shape-rendering="crispEdges"/>' for fill, parts in papers.items()),
        *(f'<path d="{"".join(parts)}" stroke="{ink}" fill="none"/>' for ink, parts in paths.items()),
        *signs, "</g></svg>", ""])


def tmux(*arguments):
    return subprocess.run(["tmux", "-L", "pictures", *arguments], check=True, capture_output=True, text=True).stdout


def take(name, size, arguments, typed):
    columns, lines = size
    tmux("new-session", "-d", "-x", str(columns), "-y", str(lines), "-e", "LC_ALL=C.UTF-8",
         f"{ROOT}/build/release/spielwerk {arguments}")
    try:
        for entry in typed.split():
            time.sleep(0.3)
            tmux("send-keys", "-l", entry.replace("@", " "))
            tmux("send-keys", "Enter")
        time.sleep(0.5)
        screen = tmux("capture-pane", "-e", "-p")
    finally:
        tmux("kill-session")
    file = ROOT / "docs" / "pictures" / f"{name}.svg"
    file.write_text(picture(screen, columns, f"spielwerk {arguments}"))
    print(file.relative_to(ROOT))


for each in PICTURES:
    if len(sys.argv) == 1 or each[0] in sys.argv[1:]:
        take(*each)
