"""Copies the pages that docs/SUMMARY.md lists to a folder, with their pictures, and turns links that leave them into addresses of the repository.

    docs_pages.py FOLDER

It fails if a link leads nowhere, if a heading that a link names is not there, or if a page of docs/ is neither listed nor left
out by name.
"""

import re
import sys
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
REPOSITORY = "https://github.com/cardwright/cardwright/blob/main"
# Pages for those who work on Cardwright itself: measurements, and proofs of what the language can say.
LEFT_OUT = ("SUMMARY.md", "performance.md", "expressiveness/", "licences/")

PICTURES = (".png", ".svg", ".jpg", ".webp")

LINK = re.compile(r"(?<!\\)\]\(([^()\s]+)\)")
FENCE = re.compile(r"^ *(```|~~~)")


def lines_of(text):
    """Each line, and whether it is text: not code between fences."""
    fenced = False
    for line in text.split("\n"):
        fence = FENCE.match(line) is not None
        yield line, not fenced and not fence
        fenced ^= fence


def anchors(path):
    """The names of the headings of a page, as GitHub and mdBook make them."""
    found = {}
    names = set()
    for line, is_text in lines_of(path.read_text(encoding="utf-8")):
        if is_text and (heading := re.match(r"#+ +(.*)", line)):
            words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1]).strip().lower()
            name = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
            count = found.get(name, 0)
            found[name] = count + 1
            names.add(f"{name}-{count}" if count else name)
    return names


class Pages:
    def __init__(self):
        summary = (DOCS / "SUMMARY.md").read_text(encoding="utf-8")
        self.listed = LINK.findall(summary)
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
        self.listed = [page for page in self.listed if page in there]

    def target(self, page, link):
        """What a link of a page becomes in the book."""
        if re.match(r"[a-z]+:", link):
            return link
        path, _, anchor = link.partition("#")
        file = (DOCS / page).parent / path if path else DOCS / page
        file = Path(*file.parts).resolve()
        if not file.exists() or not file.is_relative_to(ROOT):
            self.problems.append(f"docs/{page}: {link} leads nowhere")
            return link
        if anchor and file.suffix == ".md" and anchor not in anchors(file):
            self.problems.append(f"docs/{page}: {link}: there is no such heading")
        inside = file.relative_to(DOCS).as_posix() if file.is_relative_to(DOCS) else None
        if inside and file.suffix in PICTURES:
            self.pictures.add(inside)
            return link
        if not path or inside in self.listed:
            return link
        return f"{REPOSITORY}/{PurePosixPath(file.relative_to(ROOT))}" + (f"#{anchor}" if anchor else "")

    def write(self, folder):
        for page in self.listed:
            text = (DOCS / page).read_text(encoding="utf-8")
            fresh = "\n".join(
                LINK.sub(lambda link: f"]({self.target(page, link[1])})", line) if is_text else line
                for line, is_text in lines_of(text)
            )
            out = folder / page
            out.parent.mkdir(parents=True, exist_ok=True)
            out.write_text(fresh, encoding="utf-8")
        for picture in sorted(self.pictures):
            out = folder / picture
            out.parent.mkdir(parents=True, exist_ok=True)
            out.write_bytes((DOCS / picture).read_bytes())
        (folder / "SUMMARY.md").write_text((DOCS / "SUMMARY.md").read_text(encoding="utf-8"), encoding="utf-8")


pages = Pages()
pages.write(Path(sys.argv[1]))
for problem in pages.problems:
    print(f"docs: {problem}", file=sys.stderr)
print(f"docs: {len(pages.listed)} pages, {len(pages.problems)} problems")
sys.exit(bool(pages.problems or not pages.listed))
