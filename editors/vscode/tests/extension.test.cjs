// The packed extension, unpacked in the folder EXTENSION: what package.json names is there, and the client starts the program
// with the options that it should, in an editor that is only as real as this needs.
const assert = require("node:assert/strict");
const fs = require("node:fs");
const Module = require("node:module");
const os = require("node:os");
const path = require("node:path");
const { test } = require("node:test");
const { pathToFileURL } = require("node:url");

const folder = path.resolve(process.env.EXTENSION ?? path.join(__dirname, ".."));
const manifest = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
const { contributes } = manifest;

test("what package.json names is there", () => {
  const files = [
    manifest.main,
    ...contributes.languages.map((one) => one.configuration),
    ...[...contributes.grammars, ...contributes.snippets].map((one) => one.path),
    ...contributes.yamlValidation.map((one) => one.url),
    "LICENSE.txt",
    "NOTICES.txt",
  ];
  for (const file of files) assert.ok(fs.statSync(path.join(folder, file)).size > 100, file);
  assert.equal(manifest.dependencies, undefined);
  for (const file of files.filter((name) => name.endsWith(".json"))) JSON.parse(fs.readFileSync(path.join(folder, file), "utf8"));
  assert.ok(contributes.snippets.length > 0);
});

test("snippets are those of the phrasebooks", () => {
  for (const { path: file } of contributes.snippets) {
    const all = Object.values(JSON.parse(fs.readFileSync(path.join(folder, file), "utf8")));
    assert.ok(all.length > 100, `${file}: ${all.length}`);
    const id = path.basename(file, ".json");
    for (const { prefix, body } of all) {
      assert.ok(prefix.length > 0 && prefix.every((one) => one.startsWith(`${id}: `)), `${file}: ${prefix}`);
      const code = body.join("\n");
      // Each place to fill in is numbered once, from 1; no sign of a snippet stands bare.
      const bare = code.replace(/\\[\\$}]|\$\{\d+:[\w-]+\}|\$\d+/g, "");
      assert.ok(code.trim() && !/[$\\}]/.test(bare), `${file}: ${code}`);
    }
  }
});

// Something of which all can be asked: a class, a function, an object with whatever parts.
function anything(own = {}) {
  const base = class {
    dispose() {}
  };
  return new Proxy(base, {
    get: (target, name) => {
      if (name in own) return own[name];
      if (name === "then" || typeof name === "symbol") return target[name];
      if (name === "prototype") return target.prototype;
      return (own[name] = anything());
    },
    apply: () => anything(),
    construct: (target, given, made) => Reflect.construct(target, given, made),
  });
}

// An editor with settings, in which other extensions are there or not. What it is told is kept.
function editor(settings, extensions) {
  const told = { errors: [], commands: {}, changed: [] };
  const event = () => ({ dispose() {} });
  const uri = { parse: (text) => ({ toString: () => text }), file: (name) => ({ fsPath: name, scheme: "file", toString: () => pathToFileURL(name).href }) };
  class Emitter {
    event = event;
    fire() {}
    dispose() {}
  }
  const api = anything({
    version: "1.100.0",
    Uri: uri,
    EventEmitter: Emitter,
    env: anything({ language: "en", appName: "test", openExternal: async () => true }),
    commands: anything({
      registerCommand: (name, run) => ((told.commands[name] = run), { dispose() {} }),
      executeCommand: async () => {},
    }),
    extensions: anything({
      getExtension: (id) => (extensions.includes(id) ? {} : undefined),
      onDidChange: (run) => (told.changed.push(run), { dispose() {} }),
    }),
    window: anything({
      showErrorMessage: async (text) => void told.errors.push(text),
      createOutputChannel: () => anything({ onDidChangeLogLevel: event }),
      tabGroups: anything({ all: [], onDidChangeTabs: event, onDidChangeTabGroups: event }),
      visibleTextEditors: [],
    }),
    workspace: anything({
      textDocuments: [],
      notebookDocuments: [],
      workspaceFolders: undefined,
      onDidChangeConfiguration: (run) => (told.changed.push(run), { dispose() {} }),
      createFileSystemWatcher: () => anything({ onDidCreate: event, onDidChange: event, onDidDelete: event, dispose() {} }),
      getConfiguration: (section) => ({
        get: (key, other) => settings[section ? `${section}.${key}` : key] ?? other,
      }),
    }),
  });
  return { api, told };
}

// The extension in an editor.
function extension(settings, extensions = []) {
  const { api, told } = editor(settings, extensions);
  const main = path.join(folder, manifest.main);
  delete require.cache[main];
  const load = Module._load;
  Module._load = (name, ...rest) => (name === "vscode" ? api : load(name, ...rest));
  try {
    return { ...require(main), told, context: { subscriptions: [] } };
  } finally {
    Module._load = load;
  }
}

const temporary = fs.mkdtempSync(path.join(os.tmpdir(), "cardwright-extension-"));
process.on("exit", () => fs.rmSync(temporary, { recursive: true, force: true }));

// A program that writes down how it is called and what it is asked first, and answers as a server would.
function program(name, text) {
  const file = path.join(temporary, name);
  fs.writeFileSync(file, `#!${process.execPath}\n${text}`, { mode: 0o755 });
  return file;
}

const SERVER = `
const fs = require("fs");
if (process.argv.includes("--help")) process.exit(0);
let read = Buffer.alloc(0);
const answer = (id, result) => {
  const text = JSON.stringify({ jsonrpc: "2.0", id, result });
  process.stdout.write("Content-Length: " + Buffer.byteLength(text) + "\\r\\n\\r\\n" + text);
};
process.stdin.on("end", () => process.exit(0));
process.stdin.on("data", (data) => {
  read = Buffer.concat([read, data]);
  for (;;) {
    const head = /^Content-Length: (\\d+)\\r\\n\\r\\n/.exec(read);
    if (!head || read.length < head[0].length + +head[1]) return;
    const asked = JSON.parse(read.subarray(head[0].length, head[0].length + +head[1]));
    read = read.subarray(head[0].length + +head[1]);
    if (asked.method === "initialize") {
      fs.appendFileSync(__filename + ".log", JSON.stringify({ call: process.argv.slice(2), options: asked.params.initializationOptions }) + "\\n");
      answer(asked.id, { capabilities: {} });
    }
    if (asked.method === "shutdown") answer(asked.id, null);
    if (asked.method === "exit") process.exit(0);
  }
});
`;
const log = (file) => fs.readFileSync(`${file}.log`, "utf8").trim().split("\n").map((line) => JSON.parse(line));

test("without the program the user is told how to get it", async () => {
  const { activate, deactivate, told, context } = extension({ "cardwright.path": path.join(temporary, "nothing") });
  await activate(context);
  assert.equal(told.errors.length, 1);
  assert.match(told.errors[0], /^Cardwright: the program `.*nothing` was not found\. .*`cardwright\.path`/);
  await deactivate();
});

test("a program that cannot serve is named", async () => {
  const old = program("old", "process.exit(2)");
  const { activate, told, context } = extension({ "cardwright.path": old });
  await activate(context);
  assert.match(told.errors.join(), /`.*old` is no Cardwright, or one that cannot serve editors yet/);
});

test("the program is started, and left what the schemas say where they are told already", { timeout: 60_000 }, async () => {
  const server = program("server", SERVER);
  const beside = ["redhat.vscode-yaml"];
  const settings = { "cardwright.path": server };
  const ran = async (extra, extensions) => {
    Object.assign(settings, extra);
    const { activate, deactivate, told, context } = extension(settings, extensions);
    await activate(context);
    await deactivate();
    assert.deepEqual(told.errors, []);
  };
  await ran({}, []);
  await ran({}, beside);
  await ran({ "yaml.validate": false, "cardwright.hints": true }, beside);
  assert.deepEqual(log(server), [
    { call: ["lsp"], options: { yaml: "all", hints: false } },
    { call: ["lsp"], options: { yaml: "beyond-schema", hints: false } },
    { call: ["lsp"], options: { yaml: "all", hints: true } },
  ]);
});

test("a setting that changes starts it anew, another one does not", { timeout: 60_000 }, async () => {
  const server = program("again", SERVER);
  const settings = { "cardwright.path": server };
  const { activate, deactivate, told, context } = extension(settings);
  await activate(context);
  for (const run of told.changed) run({ affectsConfiguration: () => true });
  settings["cardwright.hints"] = true;
  for (const run of told.changed) run({ affectsConfiguration: () => true });
  await deactivate();
  assert.deepEqual(log(server).map(({ options }) => options.hints), [false, true]);
  assert.deepEqual(told.errors, []);
});
