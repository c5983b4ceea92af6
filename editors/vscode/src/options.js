// What the server is started with, and what a user is told when it cannot be. Nothing here knows VS Code.

// The server's options: beside Red Hat's YAML, it leaves to that what the schemas say, so that no mistake is told twice.
function initializationOptions({ yamlIsValidated, hints }) {
  return { yaml: yamlIsValidated ? "beyond-schema" : "all", hints };
}

// Why `PROGRAM lsp --help` did not work, in words; nothing if it did.
function reason(program, error) {
  if (!error) return undefined;
  if (error.code === "ENOENT")
    return `the program \`${program}\` was not found. Install it, or say in the setting \`cardwright.path\` where it is.`;
  if (error.killed) return `the program \`${program}\` does not answer.`;
  if (typeof error.code === "number")
    return `\`${program}\` is no Cardwright, or one that cannot serve editors yet: install a newer one, or change the setting \`cardwright.path\`.`;
  return `the program \`${program}\` cannot be started (${error.code ?? error.message}); the setting \`cardwright.path\` names it.`;
}

module.exports = { initializationOptions, reason };
