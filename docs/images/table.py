"""Lays out table.png as a page: `table.py PROGRAM FOLDER` writes table.html and its size into FOLDER. See make.sh."""

import json
import pathlib
import re
import subprocess
import sys
from html import escape

SCENARIO = "scenarios/dnd-attack-wing/in-for-a-penny.yaml"
SEED = "7"
CARD = "trickster"
ABILITY = "Trickster"
SET = "cards/dnd-attack-wing/upgrades.yaml"
SIZE = (830, 598)

program, folder = sys.argv[1], pathlib.Path(sys.argv[2])


def cardwright(*arguments, given=""):
    """What the program prints."""
    call = [program, *arguments]
    return subprocess.run(call, input=given, capture_output=True, text=True, check=True).stdout


def moment():
    """How many decisions lie before the one that takes the ability, and what is told between it and the next."""
    before, told = 0, None
    for line in cardwright("run", SCENARIO, "--seed", SEED, "--format", "json").splitlines():
        event = json.loads(line)
        kind = event.get("event", {})
        if "Decided" in kind:
            if told is not None:
                return before, told
            if ABILITY in kind["Decided"]["chosen"]:
                told = []
            else:
                before += 1
        elif told is not None and not {"StepBegan", "StepEnded"} & set(kind):
            told.append(event["text"])
    raise SystemExit(f"nobody takes {ABILITY} in {SCENARIO}")


def question(before):
    """The decision that is open after so many others."""
    replay, stopped = folder / "all.json", folder / "stopped.json"
    cardwright("run", SCENARIO, "--seed", SEED, "--quiet", "--replay", str(replay))
    cardwright("run", SCENARIO, "--from", str(replay), "--quiet", "--stop-after", str(before), "--replay", str(stopped))
    svg = folder / "table.svg"
    told = cardwright("run", SCENARIO, "--from", str(stopped), "--stop-after", str(before), "--draw", str(svg))
    load = json.dumps({"do": "load", "game": json.loads(stopped.read_text())})
    decision = json.loads(cardwright("serve", "--stdio", SCENARIO, given=load + "\n"))["decision"]
    return decision, svg.read_text(), told


def table(svg):
    """The part of the drawing in which pieces stand."""
    board = re.search(r'<svg[^>]* viewBox="-[^>]*>.*?</svg>', svg, re.S).group(0)
    anchors = [(int(x), int(y)) for x, y in re.findall(r'<text[^>]* x="(\d+)" y="(\d+)"', board)]
    xs, ys = zip(*anchors)
    # Names stand below their pieces, so there is more room above than below; the picture is square.
    side = max(max(xs) - min(xs), max(ys) - min(ys) + 1500) + 3800
    left = (min(xs) + max(xs) - side) // 2
    top = (min(ys) - 2300 + max(ys) - side) // 2
    head = f'<svg viewBox="{left} {top} {side} {side}" xmlns="http://www.w3.org/2000/svg">'
    return re.sub(r"^<svg[^>]*>", head, board)


def round_number(told):
    """The round in which the game was stopped."""
    return re.findall(r"^== round (\d+) ==$", told, re.M)[-1]


def card():
    """The card as it stands in its set, without the remarks on its readings."""
    text = pathlib.Path(SET).read_text()
    entry = re.search(rf"^  - id: {CARD}\n(?:    .*\n)+", text, re.M).group(0)
    lines = [line[2:] for line in entry.splitlines()]
    return "\n".join(line for line in lines if not re.match(r"  (reading|note):", line))


def reading():
    """The card as the program reads it back: its rules, without name and facts."""
    return cardwright("explain", f"dnd-attack-wing/{CARD}").split("\n\n")[2]


def asked(decision):
    """The question as the terminal shows it to a person."""
    lines = [f"{decision['by']}: {decision['prompt']}"]
    for number, option in enumerate(decision["options"], 1):
        mark = "*" if [option["id"]] == decision["default"] else " "
        lines.append(f"{mark}{number:3}  {option['text']}")
    return "\n".join(lines)


STYLE = """
* { box-sizing: border-box; margin: 0 }
html { background: transparent }
body { width: 830px; height: 598px; padding: 14px; background: #fff; border: 1px solid #b8bfc7; border-radius: 10px;
  font: 13.5px/1.45 "DejaVu Sans", sans-serif; color: #1f2328;
  display: grid; grid-template: auto 1fr / 322px 1fr; gap: 12px 16px }
.table svg { display: block; width: 322px; height: 322px; border: 1px solid #b8bfc7; border-radius: 6px; background: #f7f3e8 }
h2 { font-size: 12px; font-weight: bold; color: #57606a; margin: 0 0 5px }
.right h2 + * { margin-bottom: 12px }
pre { font: 12px/1.5 "DejaVu Sans Mono", monospace; white-space: pre-wrap }
.card { background: #f6f8fa; border: 1px solid #d0d7de; border-radius: 6px; padding: 8px 10px; font-size: 12.3px; white-space: pre }
.told { border-left: 3px solid #b7791f; padding-left: 10px }
.terminal { grid-column: 1 / 3; background: #0d1117; color: #c9d1d9; border-radius: 6px; padding: 10px 14px; font-size: 12.5px }
.terminal b { color: #f0c674 }
.terminal i { color: #8b949e; font-style: normal }
"""

before, then = moment()
decision, svg, told = question(before)
rolled = [line for line in told.splitlines() if "dice show" in line and "nothing" not in line][-1]
answer = next(n for n, option in enumerate(decision["options"], 1) if option["text"] == ABILITY)
follows = "\n".join(f"    {line}" for line in then)
page = f"""<!doctype html><meta charset="utf-8"><style>{STYLE}</style>
<div class="table"><h2>The table, round {round_number(told)}</h2>{table(svg)}</div>
<div class="right">
<h2>The card, in {SET}</h2><pre class="card">{escape(card())}</pre>
<h2>The same card, as <code>cardwright explain {CARD}</code> reads it</h2><div class="told">{escape(reading())}</div>
</div>
<pre class="terminal"><i>{escape(rolled)}</i>

<b>{escape(asked(decision))}</b>
<i>(a number; enter alone for what is marked, or nothing; `help` says what else)</i>
{answer}
<i>{escape(follows)}</i></pre>"""
(folder / "table.html").write_text(page)
(folder / "size").write_text(f"{SIZE[0]},{SIZE[1]}")
