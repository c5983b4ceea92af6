#!/usr/bin/env bash
# Makes the playground: one folder that opens by a double click on its index.html, or from any static host.
#
#     studio/playground/build.sh [--smallest | --quick] [FOLDER]
#
# FOLDER is target/playground if it is not named. `NPM=FOLDER` names an npm package that is built already; without it one is built,
# with `--smallest` as it is published (see bindings/node/build.sh). It fails if what a person loads is more than 4 MB compressed;
# with `--quick` it only says how much it is, for an engine that was built to be tried and not to be small.
set -euo pipefail
smallest=() quick=()
case ${1:-} in
  --smallest) smallest=(--smallest); shift ;;
  --quick) quick=(--quick); shift ;;
esac
root=$(cd "$(dirname "$0")/../.." && pwd)
out=$(realpath -m "${1:-$root/target/playground}")
package=${NPM:+$(realpath "$NPM")}
cd "$root"
if [ -z "$package" ]; then
  package=$(realpath -m "${CARGO_TARGET_DIR:-target}/npm")
  bindings/node/build.sh "${smallest[@]}" "$package"
fi
npm ci --prefix studio/playground --silent --no-audit --no-fund
node studio/playground/make.mjs "$package" "$out" "${quick[@]}"
