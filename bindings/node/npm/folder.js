// Reads a project's documents from a folder: for `new Workshop(...)`, and for the program
// (`cli.js`).
import {
  closeSync,
  fstatSync,
  openSync,
  readSync,
  readdirSync,
  realpathSync,
  statSync,
} from "node:fs";
import { join, sep } from "node:path";
import { TextDecoder } from "node:util";

const CASES = "tests/conformance";
const FOLDERS = ["systems", "libraries", "cards", "maps", "scenarios", CASES];
const SETTINGS = "cardwright.toml";
// The bounds of the compiler, and how many files are looked at: one more than it takes, so that it
// says so.
const MOST_FILES = 20_001;
const MOST_FILE_BYTES = 16 << 20;
const MOST_DEPTH = 8;
// The pictures that the looks of a system may name.
const ICON = /^systems\/[^/]+\/icons\/[^/]+\.svg$/;

export function documentsOf(root) {
  const documents = {};
  readProject(root, {
    document: (name, text) => (documents[name] = text),
    stray(name, sort, about) {
      if (sort === "unreadable") throw new Error(`${join(root, name)}: ${about}`);
    },
  });
  return documents;
}

// Hands over each file of a project: its text to `document`, or why it is not read to `stray`.
// Links are followed only to what lies in the project, and after everything else, so that a file
// keeps its own name.
export function readProject(root, { document, stray, hasCases = true }) {
  new Walk(root, document, stray).project(
    hasCases ? FOLDERS : FOLDERS.filter((folder) => folder !== CASES),
  );
}

// Whether a real path is a folder, or lies in it.
export function isWithin(path, folder) {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

// The text of a file, of which no more is read than a document may have.
export function textOf(path) {
  const bytes = bytesOf(path);
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    return decoder.decode(bytes);
  } catch {
    throw new Error(
      `line ${brokenLine(bytes, decoder)} is not UTF-8 text; save the file as UTF-8`,
    );
  }
}

// What the system says of a failure, in the words of the native program.
export function reasonOf(error) {
  const said = /^[A-Z0-9]+: ([^,]+), /.exec(error.message);
  if (!said) return error.message;
  const reason = said[1][0].toUpperCase() + said[1].slice(1);
  return process.platform === "win32" ? reason : `${reason} (os error ${-error.errno})`;
}

class Walk {
  files = 0;
  seen = new Set();
  folders = new Set();
  links = [];

  constructor(root, document, stray) {
    Object.assign(this, { root, document, stray, home: realpathSync(root) });
  }

  project(folders) {
    for (const folder of folders) this.folder(folder, 0);
    while (this.links.length > 0) this.link(...this.links.pop());
    const settings = join(this.root, SETTINGS);
    if (!statSync(settings, { throwIfNoEntry: false })?.isFile()) return;
    const real = realpathSync(settings);
    if (isWithin(real, this.home)) this.read(SETTINGS);
    else this.stray(SETTINGS, "outside-link", real);
  }

  folder(folder, depth) {
    let entries;
    try {
      const real = realpathSync(join(this.root, folder));
      if (this.folders.has(real)) return;
      if (!isWithin(real, this.home)) return this.stray(folder, "outside-link", real);
      this.folders.add(real);
      entries = readdirSync(join(this.root, folder), { withFileTypes: true });
    } catch (error) {
      if (error.code !== "ENOENT") this.stray(folder, "unreadable", reasonOf(error));
      return;
    }
    for (const entry of entries) {
      if (this.files >= MOST_FILES) return;
      const name = `${folder}/${entry.name}`;
      if (isPassedOver(entry.name)) continue;
      if (entry.isSymbolicLink()) this.links.push([name, depth]);
      else if (entry.isDirectory()) this.inner(name, depth);
      else this.file(name);
    }
  }

  inner(name, depth) {
    if (depth < MOST_DEPTH) this.folder(name, depth + 1);
    else this.stray(name, "deep", "");
  }

  link(name, depth) {
    let target;
    try {
      target = realpathSync(join(this.root, name));
    } catch (error) {
      return this.stray(name, "dead-link", reasonOf(error));
    }
    if (!isWithin(target, this.home)) this.stray(name, "outside-link", target);
    else if (statSync(target).isDirectory()) this.inner(name, depth);
    else if (!this.seen.has(target)) this.file(name);
  }

  file(name) {
    this.files += 1;
    if (/\.(md|txt)$/.test(name)) return;
    if (/\.(yaml|cw)$/.test(name) || ICON.test(name)) this.read(name);
    else this.stray(name, "file", "");
  }

  read(name) {
    let text;
    try {
      this.seen.add(realpathSync(join(this.root, name)));
      text = textOf(join(this.root, name));
    } catch (error) {
      return this.stray(name, "unreadable", reasonOf(error));
    }
    this.document(name, text);
  }
}

// What editors and version control leave behind: hidden files, locks and copies.
function isPassedOver(name) {
  return /^\.|^#.*#$|(~|\.bak|\.orig|\.rej|\.swp|\.swo|\.tmp|\.part)$/.test(name);
}

function bytesOf(path) {
  // Devices and pipes, which may never end, are not even opened.
  if (!statSync(path).isFile()) throw new Error("it is not a file");
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    if (size > MOST_FILE_BYTES)
      throw new Error(`it has ${size} bytes; the most is ${MOST_FILE_BYTES}`);
    const bytes = Buffer.allocUnsafe(size + 1);
    let length = 0;
    for (let read; (read = readSync(file, bytes, length, bytes.length - length, null)) > 0;)
      length += read;
    if (length > size) throw new Error("it grows while it is read");
    return bytes.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

function brokenLine(bytes, decoder) {
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const end = bytes.indexOf(10, start);
    const next = end < 0 ? bytes.length : end + 1;
    try {
      decoder.decode(bytes.subarray(start, next));
    } catch {
      return line;
    }
    start = next;
  }
  return line;
}
