"""The pages of the book that are in no repository: they are made when the book is.

- `systems/ID.md` and `abilities/ID.md`, which the program writes: all that cards of a game can name, and its phrasebook;
- `messages/CODE.md`: the page of each diagnostic, from compiler/documents/pages;
- `keys.md`: every key of every document, from the schemas.
"""

import json
import re
import subprocess
from pathlib import Path


class Made:
    """A page: where it stands in the book, what it is called there, and under which page.

    Its text is None where only the program could write it and there is none. `home` is the folder that its links start from.
    """

    def __init__(self, path, title, under, home, text):
        self.path, self.title, self.under, self.home, self.text = path, title, under, home, text


def games(root):
    """Id and title of each system, by title, and whether it has a phrasebook."""
    found = []
    for file in root.glob("systems/*/system.yaml"):
        title = re.search(r"^title: *(.*?) *$", file.read_text(encoding="utf-8"), re.MULTILINE)
        found.append((title[1].strip("\"'") if title else file.parent.name, file.parent.name, (file.parent / "phrasebook.yaml").exists()))
    return [(name, title, has_phrases) for title, name, has_phrases in sorted(found, key=lambda one: one[0].lower())]


def told(program, root, *words):
    if program is None:
        return None
    return subprocess.run([program, "explain", *words], cwd=root, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout


def of_games(root, program):
    home = root / "docs/systems"
    for name, title, has_phrases in games(root):
        yield Made(f"systems/{name}.md", title, "games.md", home, told(program, root, name))
        if has_phrases:
            phrases = told(program, root, name, "--phrasebook")
            yield Made(f"abilities/{name}.md", "What a card says, and what you write", f"systems/{name}.md", home, phrases)


def of_messages(root):
    home = root / "compiler/documents/pages"
    for file in sorted(home.glob("*.md")):
        text = file.read_text(encoding="utf-8")
        yield Made(f"messages/{file.stem[:6]}.md", text.split("\n", 1)[0].removeprefix("# "), "messages.md", home, text)


def cell(text):
    return text.replace("|", "\\|").replace("\n", " ")


def name_of(definition):
    """How a page calls a definition of a schema: `CardDoc` is the `card`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", re.sub(r"(Doc|\d+)$", "", definition)).lower()


class Keys:
    """The keys of a kind of document."""

    def __init__(self, schema):
        self.schema = schema
        self.definitions = schema.get("definitions", {})
        # What is told below, in the order in which it is met.
        self.met = []

    def type_of(self, one):
        if "$ref" in one:
            name = one["$ref"].rsplit("/", 1)[1]
            # What has neither keys nor a description is a list of words or the like.
            if not {"properties", "description"} & self.definitions[name].keys():
                return self.type_of(self.definitions[name])
            if name not in self.met:
                self.met.append(name)
            return f"*{name_of(name)}*"
        for choice in ("anyOf", "oneOf", "allOf"):
            if choice in one:
                kinds = [kind for kind in map(self.type_of, one[choice]) if kind]
                return " or ".join(dict.fromkeys(kinds))
        if "enum" in one or "const" in one:
            words = one.get("enum", [one.get("const")])
            return " or ".join(f"`{json.dumps(word).strip(chr(34))}`" for word in words if word is not None)
        kinds = one.get("type", [])
        kinds = [kind for kind in ([kinds] if isinstance(kinds, str) else kinds) if kind != "null"]
        return " or ".join(self.named(kind, one) for kind in kinds)

    def named(self, kind, one):
        if kind == "array":
            items = one.get("items")
            inner = self.type_of(items) if isinstance(items, dict) else ""
            return f"list of {inner}" if inner else "list"
        if kind == "object":
            values = one.get("additionalProperties")
            inner = self.type_of(values) if isinstance(values, dict) else ""
            return f"map to {inner}" if inner else "map"
        return {"string": "text", "boolean": "yes or no", "integer": "number"}.get(kind, kind)

    def table(self, one):
        if "properties" not in one:
            forms = [form for choice in ("anyOf", "oneOf") for form in one.get(choice, []) if "properties" in form]
            return "\n\n".join(self.table(form) for form in forms)
        required = one.get("required", [])
        rows = ["| key | holds | what it is |", "|---|---|---|"]
        # Keys that must be there come first, in the order of the schema.
        for key in sorted(one["properties"], key=lambda key: required.index(key) if key in required else len(required)):
            value = one["properties"][key]
            name = f"**`{key}`**" if key in required else f"`{key}`"
            rows.append(f"| {name} | {cell(self.type_of(value))} | {cell(value.get('description', ''))} |")
        return "\n".join(rows)

    def told(self, title):
        out = [f"## {title}", self.schema.get("description", ""), self.table(self.schema)]
        for name in self.met:
            one = self.definitions[name]
            says = one.get("description", "")
            out += [f"### {title}: {name_of(name)}", says[:1].upper() + says[1:], self.table(one)]
        return "\n\n".join(part for part in out if part)


def of_schemas(root):
    schemas = sorted(root.glob("schemas/*.schema.json"))
    if not schemas:
        return
    out = [
        "# All keys of all documents",
        "Each kind of document with its keys; a key in bold must be there. This is made from the schemas that [editors](editor.md) "
        "read. [The documents](documents.md) explains them with examples.",
    ]
    for file in schemas:
        schema = json.loads(file.read_text(encoding="utf-8"))
        if schema.get("properties"):
            out.append(Keys(schema).told(file.name.removesuffix(".schema.json")))
    yield Made("keys.md", "All keys of all documents", "documents.md", root / "docs", "\n\n".join(out) + "\n")


def made(root: Path, program):
    """All of them, each behind the one that it stands under."""
    return [*of_games(root, program), *of_messages(root), *of_schemas(root)]
