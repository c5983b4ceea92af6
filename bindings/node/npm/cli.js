#!/usr/bin/env node
// The program `cardwright` of this package: reads the content, lets the module check, format,
// explain or test it, and prints what came of it. Exit codes: 0 fine, 1 the content has errors or a
// case failed, 2 the call was wrong.
import { randomBytes } from "node:crypto";
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { WrongCall, readArguments } from "./arguments.js";
import { isWithin, readProject, reasonOf, textOf } from "./folder.js";

const FINE = 0;
const WRONG = 2;

for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error) => {
    // Nobody reads on, which is no error.
    if (error.code === "EPIPE") return;
    if (stream === process.stdout)
      process.stderr.write(`error: standard output: ${reasonOf(error)}\n`);
    process.exitCode = WRONG;
  });
}

try {
  const code = await run(readArguments(process.argv.slice(2)));
  // What could not be printed counts more.
  process.exitCode ??= code;
} catch (error) {
  const isOurs = error instanceof WrongCall || error.code === "too-large";
  process.stderr.write(
    `error: ${isOurs ? "" : "the program failed, which is a mistake of ours: "}${error.message}\n`,
  );
  process.exitCode = WRONG;
}

async function run({ verb, of, options, words, help, isWrong }) {
  if (help !== undefined) {
    (isWrong ? process.stderr : process.stdout).write(`${help}\n`);
    return isWrong ? WRONG : FINE;
  }
  const { Call } = await import("./node.js");
  const begun = () => new Call(Boolean(process.stderr.isTTY) && process.env.NO_COLOR === undefined);
  const format = options?.format ?? "human";
  switch (verb) {
    case "version":
      process.stdout.write(`cardwright${of ? `-${of}` : ""} ${Call.version()}\n`);
      return FINE;
    case "check": {
      const call = begun();
      read(call, projectsOf(words), options);
      return print(call.check(format, options.deny === "warnings"));
    }
    case "test": {
      const call = begun();
      read(call, projectsOf(words), options);
      return print(call.test(options.filter, Boolean(options.account), format));
    }
    case "fmt": {
      const call = begun();
      const projects = projectsOf(words);
      read(call, projects, options);
      return written(call.fmt(Boolean(options.check)), projects);
    }
    case "explain":
      return explain(begun, words.length > 0 ? words.join("/") : undefined, options);
  }
}

// A mistake is explained anywhere, all else in a project.
function explain(begun, wanted, options) {
  const isJson = options.format === "json";
  const alone = begun().explain(wanted, isJson, false);
  if (alone.code === FINE) return print(alone);
  let projects;
  try {
    projects = projectsOf([]);
  } catch (error) {
    if (error instanceof WrongCall) return print(alone);
    throw error;
  }
  const call = begun();
  read(call, projects, options, false);
  const [{ root }] = projects;
  const isGame = /^[a-z0-9-]+$/.test(wanted);
  if (isGame)
    readSample(call, root, `tests/conformance/${wanted}/general/a-case-to-start-from.yaml`);
  const hasAbilities = isGame && isThere(join(root, `systems/${wanted}/phrasebook.yaml`), "isFile");
  return print(call.explain(wanted, isJson, hasAbilities));
}

// The case to start from, which the page of a game shows.
function readSample(call, root, name) {
  const path = join(root, name);
  if (!isThere(path, "isFile") || !isWithin(realpathSync(path), root)) return;
  readOne(
    name,
    path,
    (name, text) => call.document(name, text),
    () => {},
  );
}

function print({ code, printed }) {
  for (const { stream, text } of printed) process[stream].write(text);
  return code;
}

// Writes what is to be laid out anew, and only then says how many files that were.
function written(outcome, projects) {
  try {
    for (const { project, name, text } of outcome.files)
      replace(join(projects[project].root, name), text);
  } catch (error) {
    print({ printed: outcome.printed.filter(({ stream }) => stream === "stderr") });
    throw error;
  }
  return print(outcome);
}

// The projects around some paths, each once, with the paths in them; the one around the working
// folder if there are none.
function projectsOf(paths) {
  if (paths.length === 0) return [{ root: real(rootAround(process.cwd())), paths: [] }];
  const byRoot = new Map();
  for (const path of paths.map(real)) {
    const root = rootAround(path);
    byRoot.set(root, [...(byRoot.get(root) ?? []), path]);
  }
  const roots = [...byRoot.keys()].sort();
  return roots.map((root) => ({ root, paths: byRoot.get(root) }));
}

function rootAround(start) {
  for (let folder = start; ; folder = dirname(folder)) {
    if (isThere(join(folder, "systems"), "isDirectory")) return folder;
    if (dirname(folder) === folder)
      throw new WrongCall(`there is no project here: neither ${start} nor a folder above it has \`systems/\``);
  }
}

function isThere(path, sort) {
  try {
    return statSync(path)[sort]();
  } catch {
    return false;
  }
}

// A path without links.
function real(path) {
  try {
    // To node, nothing is the working folder.
    return realpathSync(path === "" ? "\0" : path);
  } catch (error) {
    throw new WrongCall(`${path}: ${path === "" ? "No such file or directory" : reasonOf(error)}`);
  }
}

// Hands the content of projects over to a call, and says what of it is asked for.
function read(call, projects, options, hasCases = true) {
  const base = real(options["relative-to"] ?? ".");
  for (const { root, paths } of projects) {
    call.folder(...namesFrom(base, root));
    const names = new Set();
    const document = (name, text) => {
      names.add(name);
      call.document(name, text);
    };
    const stray = (name, sort, about) => call.stray(name, sort, about);
    readProject(root, { document, stray, hasCases });
    for (const path of paths) {
      const name = slashed(relative(root, path));
      const isFile = statSync(path).isFile();
      // A document may lie anywhere if it is asked for.
      if (isFile && name.endsWith(".yaml") && !names.has(name))
        readOne(name, path, document, stray);
      call.ask(name, path, isFile);
    }
  }
}

function readOne(name, path, document, stray) {
  try {
    document(name, textOf(path));
  } catch (error) {
    if (error.code === "too-large") throw error;
    stray(name, "unreadable", reasonOf(error));
  }
}

// How the files of a project are told: what stands before their names; or the folder of the project
// from which they are seen.
function namesFrom(base, root) {
  if (base === root) return ["", ""];
  if (isWithin(base, root)) return ["", slashed(relative(root, base))];
  return [`${slashed(isWithin(root, base) ? relative(base, root) : root)}/`, ""];
}

function slashed(path) {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}

// Replaces a file as a whole or not at all: the new text goes to a new file beside it, which takes
// its name at the end.
function replace(path, text) {
  let part;
  try {
    const target = realpathSync(path);
    const before = statSync(target);
    if ((before.mode & 0o222) === 0) throw new Error("it is read-only");
    const beside = join(dirname(target), `.cardwright-${randomBytes(6).toString("hex")}.part`);
    const file = openSync(beside, "wx", 0o600);
    part = beside;
    try {
      writeFileSync(file, text);
      takeOver(file, before);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(beside, target);
  } catch (error) {
    if (part !== undefined) unlinkSync(part);
    throw new WrongCall(`${path}: ${reasonOf(error)}`);
  }
}

// Gives a new file the owner and the mode of the one that it replaces.
function takeOver(file, before) {
  const now = fstatSync(file);
  if (now.uid !== before.uid || now.gid !== before.gid) {
    try {
      fchownSync(file, before.uid, before.gid);
    } catch {
      // Only the superuser may give files away; for others the file is theirs from now on.
    }
  }
  fchmodSync(file, before.mode & 0o7777);
}
