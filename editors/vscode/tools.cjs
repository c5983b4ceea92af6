// Requires what `.ci/tools` has installed.
const { createRequire } = require("node:module");
const path = require("node:path");

const folder = path.join(__dirname, "..", "..", "target", "tools");

module.exports = { tool: createRequire(path.join(folder, "package.json")), folder };
