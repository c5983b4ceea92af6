#!/usr/bin/env bash
# Packs the extension for VS Code and tries it, and looks at the settings for other editors.
#
#     editors/test.sh PROGRAM
#
# `.ci/tools` has to have run. Where a tool is missing, that is an error if `CI` is set; else the last lines say so.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=.ci/stages
. "$root/.ci/stages"
program=$(realpath "${1:?"usage: editors/test.sh PROGRAM"}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root"

if node -e 'require("./editors/vscode/tools.cjs").tool.resolve("@vscode/vsce/vsce")' 2>/dev/null; then
  out=$root/target/packages/cardwright.vsix
  node editors/vscode/build.cjs "$program" "$out" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
  python3 -m zipfile -e "$out" "$work/unpacked"
  EXTENSION=$work/unpacked/extension node --test editors/vscode/tests >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
  grep -E '^# (pass|fail)' "$work/log"
else
  missing vsce "the extension for VS Code is not packed"
fi

for lua in luajit lua5.1 lua5.4; do
  if command -v "$lua" >/dev/null; then
    "$lua" editors/neovim/test.lua
    echo "ok Neovim's settings run in $lua"
  else
    missing "$lua" "Neovim's settings are not run in it"
  fi
done

python=python3
"$python" -c 'import tomllib' 2>/dev/null || python=$root/target/tools/packaging/bin/python
if "$python" -c 'import tomllib' 2>/dev/null; then
  "$python" - <<'PYTHON'
import tomllib
from pathlib import Path


def read(name):
    return tomllib.loads(Path("editors", name).read_text())


helix = read("helix/languages.toml")
server = helix["language-server"]["cardwright"]
assert (server["command"], server["args"]) == ("cardwright", ["lsp"])
languages = {one["name"]: one for one in helix["language"]}
assert languages["cardwright"]["file-types"] == ["cw"]
assert all("cardwright" in one["language-servers"] for one in languages.values())

zed = read("zed/extension.toml")
served = zed["language_servers"]["cardwright"]
assert set(served["languages"]) == set(served["language_ids"])
assert read("zed/languages/cardwright/config.toml")["name"] in served["languages"]
assert read("zed/Cargo.toml")["package"]["version"] == zed["version"]
assert server["config"] == {"yaml": "beyond-schema", "hints": False}
PYTHON
  echo "ok the settings of Helix and Zed say what is meant"
else
  missing "Python 3.11" "the settings of Helix and Zed are not read"
fi
rustfmt --check --edition 2024 --config-path rustfmt.toml editors/zed/src/lib.rs
