// Plugins of the build beyond bundling: scripts that also run from `file://`, one file for `view`, the licences of what is bundled, and the
// hashes of the sources, by which a test without node sees whether the built page is fresh.

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import type { Plugin } from "vite";

const HERE = join(import.meta.dirname, "..");
/** The sources of the built page. */
const SOURCES = ["index.html", "view.html", "package-lock.json", "tsconfig.json", "vite.config.ts", "src", "tools"];
/** The bundled sources outside this folder: the colours of rules. */
const OUTSIDE = ["editors/vscode/syntaxes/cardwright.tmLanguage.json"];

/** A classic script instead of a module, since modules do not load from files; `inline` puts all into the page. */
export function oneScript(inline: boolean): Plugin {
  return {
    name: "one-script",
    enforce: "post",
    apply: "build",
    generateBundle(_, bundle) {
      for (const [name, page] of Object.entries(bundle)) {
        if (page.type !== "asset" || !name.endsWith(".html")) continue;
        let text = String(page.source);
        text = text.replace(/\s*<script type="module"[^>]*><\/script>/, "").replace(/\s*<link rel="stylesheet"[^>]*>/, "");
        const script = Object.values(bundle).find((one) => one.type === "chunk");
        const style = Object.values(bundle).find((one) => one.type === "asset" && one.fileName.endsWith(".css"));
        if (script?.type !== "chunk" || style?.type !== "asset") throw new Error("the page has no script or no style");
        // Nothing stays behind a line, so that the file is the same whoever keeps it.
        page.source = inline ? inlined(text, script.code, String(style.source)) : linked(text, script.fileName, style.fileName);
        if (!inline) continue;
        delete bundle[script.fileName];
        delete bundle[style.fileName];
      }
    },
  };
}

function linked(text: string, script: string, style: string): string {
  const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' blob:; worker-src 'self' blob:; style-src 'self' 'unsafe-inline'; img-src data: blob:; connect-src 'self'; font-src 'none'; base-uri 'none'; form-action 'none'";
  return text
    .replace('<meta charset="utf-8">', () => `<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${policy}">`)
    .replace("</head>", () => `<link rel="stylesheet" href="./${style}">\n<script defer src="./${script}"></script>\n</head>`);
}

/** One file: its script is named by its hash, so that no other one runs in it. */
function inlined(text: string, code: string, style: string): string {
  const script = code.trim().replaceAll("</script", "<\\/script");
  const hash = createHash("sha256").update(script).digest("base64");
  const policy = `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'`;
  return text
    .replace('<meta charset="utf-8">', () => `<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${policy}">`)
    .replace("</head>", () => `<style>${style.trim()}</style>\n</head>`)
    .replace("</body>", () => `<script>${script}</script>\n</body>`);
}

/** The licences of all packages of which something can be in the page: those that are not for building alone. */
export function licences(): Plugin {
  return {
    name: "licences",
    apply: "build",
    generateBundle() {
      const lock = JSON.parse(readFileSync(join(HERE, "package-lock.json"), "utf8")) as { packages: Record<string, { dev?: boolean }> };
      const folders = Object.entries(lock.packages).filter(([name, one]) => name !== "" && !one.dev).map(([name]) => join(HERE, name));
      const head = "The page of the studio holds parts of these packages, under these licences.\n";
      this.emitFile({ type: "asset", fileName: "licences.txt", source: [head, ...folders.sort().map(licence)].join(`\n${"-".repeat(78)}\n\n`) });
    },
  };
}

function licence(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { name: string; version: string; license: string };
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  const text = file && existsSync(join(folder, file)) ? readFileSync(join(folder, file), "utf8") : "";
  return `${name} ${version}: ${license}\n\n${text.replaceAll("\r", "").trimEnd()}\n`;
}

/** The hash of each source, one a line. */
export function sources(): Plugin {
  return {
    name: "sources",
    apply: "build",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "sources.txt", source: hashes() });
    },
  };
}

export function hashes(): string {
  const files = SOURCES.flatMap((name) => under(join(HERE, name)));
  const inside = files.map((file) => relative(HERE, file).replaceAll("\\", "/")).sort();
  const outside = OUTSIDE.map((name) => `../../${name}`);
  const lines = [...inside, ...outside].map((name) => `${createHash("sha256").update(readFileSync(join(HERE, name))).digest("hex")}  ${name}`);
  return `${lines.join("\n")}\n`;
}

function under(path: string): string[] {
  return statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => under(join(path, name))) : [path];
}
