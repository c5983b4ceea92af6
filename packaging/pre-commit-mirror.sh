#!/usr/bin/env bash
# Writes the files of the repository cardwright-pre-commit into packaging/pre-commit-mirror, for the version in Cargo.toml.
#
#     packaging/pre-commit-mirror.sh [--check]
#
# With `--check` it writes nothing, and fails if a file is not as it would be written.
#
# pre-commit installs a hook from the repository that it names. This one would be compiled; the mirror asks PyPI for the wheel.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=packaging/program.sh
. "$root/packaging/program.sh"
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT

cat >"$fresh/pyproject.toml" <<TOML
[build-system]
requires = ["setuptools>=61"]
build-backend = "setuptools.build_meta"

[project]
name = "cardwright-pre-commit"
version = "0.0.0"
requires-python = ">=3.8"
dependencies = ["cardwright-cli==$(version)"]

[tool.setuptools]
py-modules = []
TOML

# The hooks of this repository that run what is on the path; here that is what pip has installed.
awk '/^- id:/ { wanted = ($3 != "cardwright-rust") } /^- id:/ || !/^#/ { if (wanted) print }' "$root/.pre-commit-hooks.yaml" |
  sed -e 's/^  language: system$/  language: python/' -e 's/, with the cardwright that is on the path$//' \
    >"$fresh/.pre-commit-hooks.yaml"

cat >"$fresh/README.md" <<MARKDOWN
# Cardwright for pre-commit

Hooks for [pre-commit](https://pre-commit.com) that check the rules and cards of a tabletop game with
[Cardwright](https://github.com/cardwright/cardwright). They install a ready program: no compiler is needed. Write in
\`.pre-commit-config.yaml\`:

\`\`\`yaml
repos:
  - repo: https://github.com/cardwright/cardwright-pre-commit
    rev: v$(version)
    hooks:
      - id: cardwright
      - id: cardwright-fmt
\`\`\`

Is the project in a folder of the repository? Say which: \`args: [FOLDER]\`.

Each version of Cardwright has a tag of the same name here. The files are written by \`packaging/pre-commit-mirror.sh\` of Cardwright.
MARKDOWN

mirror=$root/packaging/pre-commit-mirror
if [ "${1:-}" = --check ]; then
  diff -r "$mirror" "$fresh" || { echo "packaging/pre-commit-mirror is stale: run packaging/pre-commit-mirror.sh" >&2; exit 1; }
else
  mkdir -p "$mirror"
  cp "$fresh"/.pre-commit-hooks.yaml "$fresh"/* "$mirror"
fi
