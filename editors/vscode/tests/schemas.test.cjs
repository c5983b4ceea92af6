// Each document of a project gets its schema, in the server that the extension YAML starts.
const assert = require("node:assert/strict");
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");
const { pathToFileURL } = require("node:url");
const { tool } = require("../tools.cjs");

const root = path.join(__dirname, "..", "..", "..");
const folder = path.resolve(process.env.EXTENSION ?? path.join(__dirname, ".."));
const { contributes } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));

// A server, asked in messages of its protocol.
class Server {
  constructor() {
    const entry = path.join(path.dirname(tool.resolve("yaml-language-server/package.json")), "bin", "yaml-language-server");
    this.child = spawn(process.execPath, [entry, "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
    this.waiting = new Map();
    let read = Buffer.alloc(0);
    this.child.stdout.on("data", (data) => {
      read = Buffer.concat([read, data]);
      for (;;) {
        const head = /^Content-Length: (\d+)\r\n(?:[^\r]+\r\n)*\r\n/.exec(read);
        if (!head || read.length < head[0].length + Number(head[1])) return;
        const end = head[0].length + Number(head[1]);
        this.told(JSON.parse(read.subarray(head[0].length, end)));
        read = read.subarray(end);
      }
    });
  }
  told({ id, method, params, result }) {
    if (method === "textDocument/publishDiagnostics") this.waiting.get(params.uri)?.(params.diagnostics);
    else if (method === undefined) this.waiting.get(id)?.(result);
    else if (id !== undefined) this.send({ id, result: method === "workspace/configuration" ? params.items.map(() => ({})) : null });
  }
  send(message) {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }
  answer(key) {
    return new Promise((told) => this.waiting.set(key, told));
  }
}

test("a slip in each sort of document is told by its schema", { timeout: 60_000 }, async (context) => {
  const server = new Server();
  context.after(() => server.child.kill());
  const ready = server.answer(1);
  const capabilities = { textDocument: { publishDiagnostics: {}, completion: { completionItem: { snippetSupport: true, documentationFormat: ["markdown"] } } }, workspace: {} };
  server.send({ id: 1, method: "initialize", params: { processId: process.pid, rootUri: null, capabilities } });
  await ready;
  server.send({ method: "initialized", params: {} });
  server.send({ method: "workspace/didChangeConfiguration", params: { settings: { yaml: { validate: true, completion: true } } } });
  // What the extension YAML makes of `yamlValidation`.
  const associations = contributes.yamlValidation.map(({ fileMatch, url }) => ({
    fileMatch: [`/${fileMatch}`],
    uri: pathToFileURL(path.join(folder, url)).href,
  }));
  server.send({ method: "json/schemaAssociations", params: [associations] });
  const documents = {
    "systems/harbour/system.yaml": "system",
    "systems/harbour/phrasebook.yaml": "phrasebook",
    "libraries/ropes/library.yaml": "library",
    "libraries/ropes/cases/a.yaml": "proves",
    "cards/harbour/boats.yaml": "set",
    "cards/harbour/deep/boats.yaml": "system",
    "maps/harbour/pier.yaml": "map",
    "scenarios/harbour/chase.yaml": "scenario",
    "tests/conformance/harbour/a.yaml": "scenario",
    "tests/conformance/harbour/deep/er/a.yaml": "expect",
  };
  const open = async (name, text) => {
    const uri = pathToFileURL(path.join(root, "nowhere", name)).href;
    const found = server.answer(uri);
    server.send({ method: "textDocument/didOpen", params: { textDocument: { uri, languageId: "yaml", version: 1, text } } });
    return (await found).map(({ message }) => message);
  };
  for (const [name, key] of Object.entries(documents)) {
    const told = await open(name, `${key}: a\nno-such-key: 1\n`);
    assert.ok(told.some((message) => message.includes("no-such-key")), `${name}: ${told}`);
  }
  // Its keys are offered, too.
  await open("cards/harbour/more.yaml", "set: a\ntit\n");
  const offered = server.answer(2);
  const uri = pathToFileURL(path.join(root, "nowhere", "cards/harbour/more.yaml")).href;
  server.send({ id: 2, method: "textDocument/completion", params: { textDocument: { uri }, position: { line: 1, character: 3 } } });
  const labels = (await offered).items.map(({ label }) => label);
  assert.ok(labels.includes("title") && labels.includes("rules"), labels.join());
  // What is not ours is left in peace, also in folders that are called like ours.
  for (const name of ["rulebook.yaml", "systems/harbour/rulebook.yaml", "other/system.yaml", "scenarios.yaml"])
    assert.deepEqual(await open(name, "system: a\nno-such-key: 1\n"), [], name);
  for (const name of ["cards/a.yaml", "maps/a/b.yaml", "scenarios/a.yaml", "tests/conformance/a.yaml"])
    assert.deepEqual(await open(name, "apiVersion: v1\nkind: a\n"), [], name);
  for (const name of ["cards/a/b.yaml", "maps/b.yaml"]) assert.deepEqual(await open(name, "# nothing yet\n"), [], name);
});
