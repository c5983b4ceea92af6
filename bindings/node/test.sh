#!/usr/bin/env bash
# Builds the npm package, installs it in an empty folder, and tries it there. `PROGRAM` is a built `cardwright`, beside which the
# program of the package is held; `VECTORS` what it exported, if it did.
set -euo pipefail
cd "$(dirname "$0")/../.."
if ! command -v npm >/dev/null; then
  echo "npm is missing: the npm package is SKIPPED"
  [ -z "${CI:-}" ]
  exit
fi
root=$PWD
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
trial=$target/npm-trial
./bindings/node/build.sh "$target/npm"
rm -rf "$trial"
mkdir -p "$trial"
cp bindings/node/tests/* "$trial"
cd "$trial"
tarball=$(cd "$target/npm" && npm pack --silent --pack-destination "$trial")
npm init --yes >/dev/null
npm pkg set type=module >/dev/null
npm install --silent --no-audit --no-fund "./$tarball" typescript@5 @types/node@20
program=
[ -z "${PROGRAM:-}" ] || program=$(cd "$root" && realpath "$PROGRAM")
SAMPLE=$root/tests/samples/good PROGRAM=$program PROJECT=$root node --test
npx tsc --noEmit --strict --module nodenext --target es2022 --skipLibCheck false types.ts
module=$target/npm/cardwright_bg.wasm
echo "module: $(wc -c <"$module") bytes, $(gzip -9 <"$module" | wc -c) compressed"
if [ -n "${PROGRAM:-}" ]; then
  cd "$root"
  vectors=${VECTORS:-$target/npm-vectors}
  [ -n "${VECTORS:-}" ] || "$program" export --to vectors -o "$vectors"
  "$program" conform "$vectors" -- node "$trial/runner.mjs" "$root"
fi
