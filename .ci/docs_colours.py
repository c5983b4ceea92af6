"""Colours code of the language and YAML with rules in it, for the book.

The words come from the grammar of the editors, editors/vscode/syntaxes/cardwright.tmLanguage.json, which a test makes from the
words of the language: there is no second table. None of its patterns goes beyond a line or remembers anything, so that a line is
coloured by one expression. The classes are those of highlight.js, so that each theme of the book has colours for them.

    docs_colours.py < TEXTS > SCOPES

reads a JSON list of texts and writes, for each line of each, the pieces that the grammar finds: begin, end and scope. A test
compares them with what VS Code's own library finds.
"""

import html
import itertools
import json
import re
import sys
from pathlib import Path

GRAMMAR = Path(__file__).resolve().parent.parent / "editors/vscode/syntaxes/cardwright.tmLanguage.json"

# The beginning of a scope, and the class that it gets; the first that fits. What is not here stays plain.
CLASSES = (
    ("comment", "comment"),
    ("string", "string"),
    ("constant.numeric", "number"),
    ("keyword.other.unit", "number"),
    ("constant.language", "literal"),
    ("keyword.operator.cardwright", ""),
    ("keyword", "keyword"),
    ("storage", "keyword"),
    ("entity.name", "title"),
    ("variable.parameter", "attr"),
)


class Grammar:
    """A grammar without state: its patterns in their order, as one expression."""

    def __init__(self, path=GRAMMAR):
        patterns = json.loads(path.read_text(encoding="utf-8"))["patterns"]
        parts, self.rules = [], {}
        group = 1
        for pattern in patterns:
            parts.append(f"({pattern['match']})")
            captures = {int(number): one["name"] for number, one in pattern.get("captures", {}).items()}
            self.rules[group] = (pattern.get("name"), captures)
            group += 1 + re.compile(pattern["match"]).groups
        # Nothing but what stands at the margin begins with a blank: so none of the others is tried at one.
        runs = itertools.groupby(parts, key=lambda part: part.startswith("(^"))
        alternatives = ("|".join(run) if at_margin else rf"(?=\S)(?:{'|'.join(run)})" for at_margin, run in runs)
        self.regex = re.compile("|".join(alternatives))

    def pieces(self, line):
        """Begin, end and scope of each piece of a line that has one."""
        for found in self.regex.finditer(line):
            # Of nested groups the outer one closes last.
            name, captures = self.rules[found.lastindex]
            if name:
                yield found.start(), found.end(), name
            for number, scope in sorted(captures.items()):
                start, end = found.span(found.lastindex + number)
                if start < end:
                    yield start, end, scope


def css(scope):
    """The class of a scope; empty if it has no colour."""
    return next((name for begin, name in CLASSES if scope.startswith(begin)), "")


def span(name, text):
    return f'<span class="hljs-{name}">{html.escape(text, quote=False)}</span>' if name and text else html.escape(text, quote=False)


def painted(line, pieces):
    """A line as HTML, with its pieces in their classes."""
    out, at = [], 0
    for start, end, scope in pieces:
        out += [span("", line[at:start]), span(css(scope), line[start:end])]
        at = end
    return "".join(out) + span("", line[at:])


KEY = re.compile(r"""^(\s*(?:- +)*)((?:[\w./*@<>-]+|'[^']*'|"[^"]*"))(:)(?= |$)""")
SCALAR = re.compile(r"""("(?:[^"\\]|\\.)*"|'[^']*')|((?:(?<=\s)|^)#.*)|(?<![\w.-])([\w./-]+)(?=: )|(?<![\w.-])(-?\d[\w.]*)(?![\w-])|\b(true|false|null)\b""")
# A text of rules under a key; see the injection of the extension for VS Code.
RULES = re.compile(r"^((?:\s*(?:- +)?)(?:rules)|given|when): +[|>][-+0-9]* *(?:#.*)?$")


def yaml_line(line):
    """A line of YAML as HTML."""
    out, rest = "", line
    key = KEY.match(line)
    if key:
        out = span("", key[1]) + span("attr", key[2]) + ":"
        rest = line[key.end() :]
    at = 0
    for found in SCALAR.finditer(rest):
        name = ("string", "comment", "attr", "number", "literal")[found.lastindex - 1]
        out += span("", rest[at : found.start()]) + span(name, found[0])
        at = found.end()
    return out + span("", rest[at:])


def language(grammar, text):
    return [painted(line, grammar.pieces(line)) for line in text.split("\n")]


def yaml(grammar, text):
    out, depth, is_text = [], None, False
    for line in text.split("\n"):
        blanks = len(line) - len(line.lstrip())
        if depth is not None and line.strip() and blanks <= depth:
            depth = None
        if depth is not None:
            out.append(span("string", line) if is_text else painted(line, grammar.pieces(line)))
            continue
        out.append(yaml_line(line))
        if opens := re.match(r"^(\s*(?:- +)*)[\w-]+: +[|>][-+0-9]* *(?:#.*)?$", line):
            depth, is_text = len(opens[1]), RULES.match(line) is None
    return out


def coloured(grammar, info, text):
    """A block of code as HTML; none if the book has nothing to say on this language."""
    name = info.split(" ")[0].split(",")[0]
    paint = {"cw": language, "yaml": yaml}.get(name)
    if paint is None:
        return None
    # Without the first class, or with one that names the language, highlight.js would colour it its own way.
    return '<pre><code class="nohighlight hljs">' + "\n".join(paint(grammar, text)) + "\n</code></pre>"


if __name__ == "__main__":
    grammar = Grammar()
    texts = json.load(sys.stdin)
    json.dump([[list(grammar.pieces(line)) for line in text.split("\n")] for text in texts], sys.stdout)
