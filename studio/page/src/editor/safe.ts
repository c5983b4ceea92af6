// Texts of the language service are shown as HTML made from Markdown: only marks of text are let through.

const ALLOWED = new Set(["P", "B", "I", "EM", "STRONG", "CODE", "PRE", "UL", "OL", "LI", "BR", "HR", "H1", "H2", "H3", "H4", "H5", "H6", "SPAN", "DIV", "BLOCKQUOTE", "TABLE", "THEAD", "TBODY", "TR", "TH", "TD", "A"]);

/** The HTML without anything that loads, runs or looks like a part of the page. */
export function safe(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const element of [...body.querySelectorAll("*")]) {
    if (!ALLOWED.has(element.tagName)) {
      element.replaceWith(document.createTextNode(element.textContent ?? ""));
      continue;
    }
    for (const { name } of [...element.attributes]) if (!(name === "class" && element.tagName !== "A")) element.removeAttribute(name);
  }
  return body.innerHTML;
}
