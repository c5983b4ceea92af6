// Reads a project's documents from a folder, for `new Workshop(...)`.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const FOLDERS = ["systems", "libraries", "cards", "maps", "scenarios", "tests/conformance"];

export function documentsOf(root) {
  const documents = {};
  const walk = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      else if (entry.isFile() && /\.(yaml|cw)$/.test(entry.name)) documents[path] = readFileSync(join(root, path), "utf8");
    }
  };
  for (const folder of FOLDERS) {
    try {
      walk(folder);
    } catch (error) {
      if (error.code !== "ENOENT") throw error;
    }
  }
  return documents;
}
