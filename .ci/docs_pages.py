"""Puts the book together in a folder, for mdBook.

    docs_pages.py FOLDER [PROGRAM]

The pages that docs/SUMMARY.md lists are copied with their pictures, those of `docs_made.py` are made, and code of the language gets
its colours (`docs_colours.py`). Links between pages stay; links to other files of the repository become addresses. A page that is
made cannot be seen in the repository, so links to it are written as addresses of the book (`BOOK`), and lead inside it here.

Without PROGRAM the pages that it writes are left out, but links to them are known to be right as far as the page goes.

It fails if a link leads nowhere, if a heading that a link names is not there, or if a page of docs/ is neither listed nor left
out by name. README.md and other pages at the root are looked at, too.
"""

import functools
import re
import sys
from os.path import relpath
from pathlib import Path, PurePosixPath

import docs_colours
import docs_made

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
REPOSITORY = "https://github.com/cardwright/cardwright/blob/main"
BOOK = "https://cardwright.github.io/cardwright/"
# Pages for those who work on Cardwright itself: measurements, and whose the letters and icons are.
LEFT_OUT = ("SUMMARY.md", "performance.md", "licences/")
AT_THE_ROOT = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")

# A page that is made has no file behind the book's button "Suggest an edit".
NO_EDIT = '\n<style>.right-buttons a[href*="/edit/"] { display: none; }</style>\n'
PICTURES = (".png", ".svg", ".jpg", ".webp")

LINK = re.compile(r"(?<!\\)\]\(([^()\s]+)\)")
FENCE = re.compile(r"^( *)(```|~~~)(.*)$")


def lines_of(text):
    """Each line, and whether it is text: not code between fences."""
    fenced = False
    for line in text.split("\n"):
        fence = FENCE.match(line) is not None
        yield line, not fenced and not fence
        fenced ^= fence


@functools.cache
def anchors(text):
    """The names of the headings of a page, as GitHub and mdBook make them."""
    found = {}
    names = set()
    for line, is_text in lines_of(text):
        if is_text and (heading := re.match(r"#+ +(.*)", line)):
            words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1]).strip().lower()
            name = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
            count = found.get(name, 0)
            found[name] = count + 1
            names.add(f"{name}-{count}" if count else name)
    return names


def coloured(grammar, text):
    """A page with its code in colours."""
    out, block = [], None
    for line in text.split("\n"):
        fence = FENCE.match(line)
        if block is None and fence:
            block = (fence[1], fence[3].strip(), [line])
        elif block is None:
            out.append(line)
        else:
            indent, info, lines = block
            lines.append(line)
            if fence:
                code = "\n".join(one.removeprefix(indent) for one in lines[1:-1])
                paint = docs_colours.coloured(grammar, info, code)
                out += lines if paint is None else [indent + one for one in paint.split("\n")]
                block = None
    return "\n".join(out + (block[2] if block else []))


class Pages:
    def __init__(self, program):
        self.summary = (DOCS / "SUMMARY.md").read_text(encoding="utf-8")
        self.listed = LINK.findall(self.summary)
        self.made = {page.path: page for page in docs_made.made(ROOT, program)}
        self.pictures = set()
        self.problems = []
        for page in sorted({page for page in self.listed if self.listed.count(page) > 1}):
            self.problems.append(f"docs/SUMMARY.md lists {page} twice")
        there = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
        for page in sorted(set(self.listed) - there):
            self.problems.append(f"docs/SUMMARY.md lists {page}, which is not there")
        for page in sorted(there - set(self.listed)):
            if not page.startswith(LEFT_OUT):
                self.problems.append(f"docs/{page} is not in docs/SUMMARY.md; add it there, or to LEFT_OUT in .ci/docs_pages.py")
        for page in sorted(there & set(self.made)):
            self.problems.append(f"docs/{page} is made with the book, and not kept")
        self.listed = [page for page in self.listed if page in there]

    def text_of(self, page):
        """The text of a page of the book; None if only the program could write it."""
        return self.made[page].text if page in self.made else (DOCS / page).read_text(encoding="utf-8")

    def in_the_book(self, whose, page, link, anchor):
        """The page of the book that an address of it names."""
        target = re.sub(r"\.html$", ".md", link) or "tutorial.md"
        if target.endswith("/index.md"):
            target = target.removesuffix("index.md") + "README.md"
        if target not in self.made and target not in self.listed:
            self.problems.append(f"{whose}: {BOOK}{link} is no page of the book")
            return link
        text = self.text_of(target)
        if anchor and text is not None and anchor not in anchors(text):
            self.problems.append(f"{whose}: {BOOK}{link}#{anchor}: there is no such heading")
        if text is None and not page:
            return link
        return relpath(target, PurePosixPath(page or ".").parent) + (f"#{anchor}" if anchor else "")

    def target(self, whose, home, page, link):
        """What a link becomes in the book. `whose` is who has it, `home` the folder that it starts from, `page` the page."""
        path, _, anchor = link.partition("#")
        if link.startswith(BOOK):
            return self.in_the_book(whose, page, path.removeprefix(BOOK), anchor)
        if re.match(r"[a-z]+:", link):
            return link
        if not path and page in self.made:
            if anchor not in anchors(self.text_of(page)):
                self.problems.append(f"{whose}: {link}: there is no such heading")
            return link
        file = home / path if path else ROOT / whose
        file = Path(*file.parts).resolve()
        if not file.exists() or not file.is_relative_to(ROOT):
            self.problems.append(f"{whose}: {link} leads nowhere")
            return link
        if anchor and file.suffix == ".md" and anchor not in anchors(file.read_text(encoding="utf-8")):
            self.problems.append(f"{whose}: {link}: there is no such heading")
        inside = file.relative_to(DOCS).as_posix() if file.is_relative_to(DOCS) else None
        if inside and file.suffix in PICTURES:
            self.pictures.add(inside)
            return link
        if not path:
            return link
        if inside in self.listed:
            return relpath(inside, PurePosixPath(page).parent) + (f"#{anchor}" if anchor else "") if page else link
        return f"{REPOSITORY}/{PurePosixPath(file.relative_to(ROOT))}" + (f"#{anchor}" if anchor else "")

    def linked(self, whose, home, page, text):
        """A text with its links as they are in the book."""
        return "\n".join(
            LINK.sub(lambda link: f"]({self.target(whose, home, page, link[1])})", line) if is_text else line
            for line, is_text in lines_of(text)
        )

    def chapters(self):
        """The summary with the pages that are made, each under its own."""
        under = {}
        for page in self.made.values():
            if page.text is not None:
                under.setdefault(page.under, []).append(page)

        def below(path, indent):
            for page in under.get(path, []):
                yield f"{indent}- [{page.title}]({page.path})"
                yield from below(page.path, indent + "  ")

        for line in self.summary.split("\n"):
            yield line
            if found := re.match(r"( *)- \[.*\]\((.*)\)$", line):
                yield from below(found[2], found[1] + "  ")

    def with_index(self, path, text):
        """A page with links at its end to the pages that are made and stand under it, if it has none to them."""
        below = [page for page in self.made.values() if page.under == path and page.text is not None]
        named = ((page, relpath(page.path, PurePosixPath(path).parent)) for page in below)
        links = [f"- [{page.title}]({name})" for page, name in named if f"]({name}" not in text]
        return text + "\n" + "\n".join(links) + "\n" if links else text

    def look(self):
        """Every page as it stands in the book."""
        for name in AT_THE_ROOT:
            if (ROOT / name).exists():
                self.linked(name, ROOT, None, (ROOT / name).read_text(encoding="utf-8"))
        for page in self.listed:
            yield page, self.with_index(page, self.linked(f"docs/{page}", (DOCS / page).parent, page, self.text_of(page)))
        for page in self.made.values():
            if page.text is not None:
                yield page.path, self.linked(page.path, page.home, page.path, page.text) + NO_EDIT

    def write(self, folder):
        grammar = docs_colours.Grammar() if docs_colours.GRAMMAR.exists() else None
        count = 0
        for page, text in self.look():
            out = folder / page
            out.parent.mkdir(parents=True, exist_ok=True)
            out.write_text(coloured(grammar, text) if grammar else text, encoding="utf-8")
            count += 1
        for picture in sorted(self.pictures):
            out = folder / picture
            out.parent.mkdir(parents=True, exist_ok=True)
            out.write_bytes((DOCS / picture).read_bytes())
        (folder / "SUMMARY.md").write_text("\n".join(self.chapters()), encoding="utf-8")
        return count


pages = Pages(sys.argv[2] if len(sys.argv) > 2 else None)
count = pages.write(Path(sys.argv[1]))
for problem in pages.problems:
    print(f"docs: {problem}", file=sys.stderr)
print(f"docs: {count} pages, {len(pages.problems)} problems")
sys.exit(bool(pages.problems or not pages.listed))
