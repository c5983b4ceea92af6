// Starts the server `cardwright lsp` for rules and documents. Colours, schemas and snippets need none of this: package.json
// names them.
const { execFile } = require("node:child_process");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");
const { initializationOptions, reason } = require("./options.js");

const INSTALL = "https://github.com/cardwright/cardwright#try-it";
const YAML = "redhat.vscode-yaml";
// Documents of a project; other YAML is none of ours.
const DOCUMENTS = ["**/{systems,libraries,cards,maps,scenarios}/**/*.yaml", "**/tests/conformance/**/*.yaml"];

let client;
// Starts and stops come one after the other.
let turn = Promise.resolve();

function settings() {
  const own = vscode.workspace.getConfiguration("cardwright");
  // It is active as soon as a document is open; whether it is so already is chance.
  const isThere = vscode.extensions.getExtension(YAML) !== undefined;
  return {
    program: own.get("path") || "cardwright",
    hints: own.get("hints", false),
    yamlIsValidated: isThere && vscode.workspace.getConfiguration("yaml").get("validate", true),
  };
}

// What keeps a program from serving, in words.
function obstacle(program) {
  return new Promise((told) => {
    execFile(program, ["lsp", "--help"], { timeout: 20_000 }, (error) => told(reason(program, error)));
  });
}

async function complain(why) {
  const [install, open] = ["How to install it", "Open the setting"];
  const answer = await vscode.window.showErrorMessage(`Cardwright: ${why}`, install, open);
  if (answer === install) await vscode.env.openExternal(vscode.Uri.parse(INSTALL));
  if (answer === open) await vscode.commands.executeCommand("workbench.action.openSettings", "cardwright.path");
}

async function start() {
  const { program, ...wanted } = settings();
  const why = await obstacle(program);
  if (why) {
    // Nobody waits for the answer.
    complain(why);
    return;
  }
  client = new LanguageClient(
    "cardwright",
    "Cardwright",
    { command: program, args: ["lsp"] },
    {
      documentSelector: [
        { scheme: "file", language: "cardwright" },
        ...DOCUMENTS.map((pattern) => ({ scheme: "file", language: "yaml", pattern })),
      ],
      initializationOptions: initializationOptions(wanted),
      synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{cw,yaml,toml}") },
    },
  );
  // If it fails, the client tells why by itself.
  await client.start().catch(() => {});
}

async function stop() {
  const old = client;
  client = undefined;
  // One that did not come up has nothing to stop.
  if (old?.needsStop()) await old.stop();
}

function restart() {
  turn = turn.then(stop).then(start).catch((error) => void complain(`the server does not start: ${error.message ?? error}`));
  return turn;
}

function activate(context) {
  let known = JSON.stringify(settings());
  const restartIfChanged = () => {
    const now = JSON.stringify(settings());
    if (now === known) return;
    known = now;
    restart();
  };
  context.subscriptions.push(
    vscode.commands.registerCommand("cardwright.restart", restart),
    vscode.workspace.onDidChangeConfiguration(restartIfChanged),
    vscode.extensions.onDidChange(restartIfChanged),
  );
  return restart();
}

function deactivate() {
  turn = turn.then(stop);
  return turn;
}

module.exports = { activate, deactivate };
