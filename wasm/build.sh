#!/usr/bin/env bash
# Builds the npm package into target/npm (or the folder that is named).
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:-target/npm}
target=${CARGO_TARGET_DIR:-target}
rustup target add wasm32-unknown-unknown >/dev/null 2>&1 || true
cargo build --quiet --locked --package cardwright-wasm --profile npm --target wasm32-unknown-unknown
rm -rf "$out"
mkdir -p "$out"
cargo run --quiet --locked --manifest-path wasm/pack/Cargo.toml --target-dir "$target/wasm-pack" -- \
  "$target/wasm32-unknown-unknown/npm/cardwright_wasm.wasm" "$out"
cp wasm/npm/* wasm/README.md "$out"
