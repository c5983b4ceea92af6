#!/usr/bin/env bash
# Makes the npm package as it is published, as a file in the folder OUT (target/packages if absent).
#
#     packaging/npm.sh
#
# The package is WebAssembly: one for all systems. bindings/node says what is in it and tests it.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
out=${OUT:-$root/target/packages}
mkdir -p "$out"
"$root/bindings/node/build.sh" --smallest "$root/target/npm-published"
cd "$out"
npm pack --silent "$root/target/npm-published"
