"""Asks harper about the English of the pages, and looks for what they do not say. See `.ci/prose`."""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "target/prose"
PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/**/*.md", "compiler/documents/pages/*.md")
# The licences of others are as they are.
NOT_OURS = ("docs/licences/",)
# Tables of the bytecode are made from half sentences.
LONG_IN = ("docs/bytecode.md", "docs/limits.md")


def entries(name):
    lines = (ROOT / ".ci" / name).read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def help_of(program, words=()):
    """What the help of a verb and of those below it says in sentences, each with the verb."""
    text = subprocess.run([program, *words, "--help"], check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout
    about, _, rest = text.partition("\nUsage:")
    verb = " ".join(("cardwright", *words))
    yield verb, about.strip()
    # What an option does stands further in than the option; values of it begin with a dash.
    for paragraph in re.findall(r"(?:^ {10}(?![ -]).*\n)+", rest, re.MULTILINE):
        said = " ".join(paragraph.split())
        if not re.match(r"\[|(?:Possible values|.*: *$)", said):
            yield verb, said
    for line in re.findall(r"^  ([a-z-]+)  +\S", rest.partition("Commands:")[2].partition("\n\n")[0], re.MULTILINE):
        if line != "help":
            yield from help_of(program, (*words, line))


def prose_of(text):
    """A page as it is looked at, each line in its place: without comments, and without what `explain` says in quotations. A title
    that is the name of a diagnostic is code, and a semicolon ends a sentence."""
    text = re.sub(r"<!--[^>]*-->|^>[^\n]*", lambda found: re.sub(r"[^\n]", " ", found[0]), text, flags=re.MULTILINE)
    text = re.sub(r"\A# (cw\d+ [a-z-]+)$", r"# `\1`", text, flags=re.MULTILINE)
    return text.replace("; ", ". ").replace(";\n", ".\n")


def copies(program):
    """Copies of all pages under names that tell them apart, since harper names files without their folders."""
    PLACE.mkdir(parents=True, exist_ok=True)
    for old in PLACE.glob("*.md"):
        old.unlink()
    found = {}
    for pattern in PAGES:
        for page in sorted(ROOT.glob(pattern)):
            name = page.relative_to(ROOT).as_posix()
            if not name.startswith(NOT_OURS):
                found[name.replace("/", "__")] = (name, page.read_text(encoding="utf-8"))
    if program:
        helps = [f"{text}\n" for verb, text in help_of(program) if text]
        found["help.md"] = ("the help of the program", "\n".join(dict.fromkeys(helps)))
    for copy, (_, text) in found.items():
        (PLACE / copy).write_text(prose_of(text), encoding="utf-8")
    return found


def harper(found, rules, words):
    """What harper says, as page, line and message."""
    dictionary = PLACE / "words.txt"
    dictionary.write_text("\n".join(word for word in words if not word.startswith("/")) + "\n", encoding="utf-8")
    patterns = re.compile("|".join(f"(?:{word.strip('/')})" for word in words if word.startswith("/")))
    call = ["harper", "lint", "--dialect", "british", "--only", ",".join(rules), "--format", "json", "--quiet", "-u", dictionary]
    told = subprocess.run([*call, *(PLACE / copy for copy in found)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
    try:
        files = json.loads(told.stdout)
    except json.JSONDecodeError:
        sys.exit(f"prose: harper fails:\n{told.stderr}")
    assert len(files) == len(found), f"harper looked at {len(files)} of {len(found)} pages"
    for file in files:
        name = found[file["file"]][0]
        for one in file["lints"]:
            if one["rule"] == "SpellCheck" and patterns.fullmatch(one["matched_text"]):
                continue
            if one["rule"] == "LongSentences" and name in LONG_IN:
                continue
            text = " ".join(one["matched_text"].split())
            yield name, one["line"], f"{one['rule']}: `{text[:60]}`: {one['message']}"


def avoided(found):
    """What the pages do not say: outside of code."""
    rules = [line.split(" => ") for line in entries("prose_avoid.txt")]
    for name, text in found.values():
        fenced = False
        for number, line in enumerate(prose_of(text).split("\n"), 1):
            if re.match(r" *(```|~~~)", line):
                fenced = not fenced
            elif not fenced:
                said = re.sub(r"`[^`]*`|\]\([^)]*\)", lambda code: " " * len(code[0]), line)
                for pattern, instead in rules:
                    if hit := re.search(pattern, said):
                        yield name, number, f"`{hit[0]}`: {instead}"


def main():
    known = json.loads(subprocess.run(["harper", "config"], check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout)
    rules = entries("prose_rules.txt")
    if unknown := [rule for rule in rules if rule not in known]:
        sys.exit(f"prose: harper has no rules {unknown}")
    found = copies(sys.argv[1] if len(sys.argv) > 1 else None)
    problems = sorted({*harper(found, rules, entries("prose_words.txt")), *avoided(found)})
    for name, line, message in problems:
        print(f"{name}:{line}: {message}", file=sys.stderr)
    print(f"prose: {len(found)} pages, {len(rules)} rules, {len(problems)} problems")
    sys.exit(bool(problems or not found))


main()
