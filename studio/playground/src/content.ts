// Which files belong to a project, and what a heap of files is as one. The rule is that of `cardwright` itself and of
// `bindings/node/npm/folder.js`; the bounds are the compiler's, or narrower.

import type { Documents } from "../../page/src/engine/playground";

const FOLDERS = ["systems", "libraries", "cards", "maps", "scenarios", "tests/conformance"];
const SETTINGS = "cardwright.toml";
/** The pictures that the looks of a system may name. */
const ICON = /^systems\/[^/]+\/icons\/[^/]+\.svg$/;
/** Files that editors and version control leave behind: hidden files, locks and copies. */
const LEFT_BEHIND = /^\.|^#.*#$|(~|\.bak|\.orig|\.rej|\.swp|\.swo|\.tmp|\.part)$/;

/** The most files of a project, the most bytes of one and of all, and how many folders a file may lie in. */
export const MOST_FILES = 20_000;
export const MOST_FILE_BYTES = 16 << 20;
export const MOST_BYTES = 64 << 20;
export const MOST_FOLDERS = 10;

/** Whether a file is one of a project, by its path there. */
export function isContent(path: string): boolean {
  if (path === SETTINGS) return true;
  const parts = path.split("/");
  if (parts.some((part) => part === "" || LEFT_BEHIND.test(part))) return false;
  return FOLDERS.some((folder) => path.startsWith(`${folder}/`)) && (/\.(yaml|cw)$/.test(path) || ICON.test(path));
}

/** Why a path of a project cannot be taken; empty if it can. */
export function pathTrouble(path: string): string {
  return path.split("/").length - 1 > MOST_FOLDERS ? `${path} lies in more than ${MOST_FOLDERS} folders.` : "";
}

/** The one folder in which all these paths lie, with a slash at its end: it is taken off. Empty if files of a project lie outside. */
export function commonTop(paths: readonly string[]): string {
  const top = /^[^/]+\//.exec(paths[0] ?? "")?.[0] ?? "";
  return paths.some(isContent) || !paths.every((path) => path.startsWith(top)) ? "" : top;
}

/** Bytes as text; only UTF-8 is any. */
export function textOf(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error(`${path} is not UTF-8 text. Save it as UTF-8.`);
  }
}

/** Documents that somebody sent: each has a path of a project, is a text, and no bound is passed. */
export function documentsOf(value: unknown): Documents {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error("There are no files in it.");
  const found = Object.entries(value);
  if (found.length === 0) throw new Error("There are no files in it.");
  if (found.length > MOST_FILES) throw new Error(`There are more than ${MOST_FILES} files in it.`);
  for (const [path, text] of found) {
    if (typeof text !== "string" || !isContent(path)) throw new Error(`${path} is no file of a project.`);
    const trouble = pathTrouble(path);
    if (trouble !== "") throw new Error(trouble);
  }
  return Object.fromEntries(found) as Documents;
}
