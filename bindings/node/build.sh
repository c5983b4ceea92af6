#!/usr/bin/env bash
# Builds the npm package into target/npm (or the folder that is named).
#
#     bindings/node/build.sh [--smallest] [FOLDER]
#
# With `--smallest`, as it is published, Rust's own library is made anew for size, without the texts of panics (this needs
# `rustup component add rust-src`, and asks the compiler for what is not among its promises), and npm's `binaryen` takes a
# last pass over the module. Without it the module is larger, and does the same.
set -euo pipefail
cd "$(dirname "$0")/../.."
smallest=
if [ "${1:-}" = --smallest ]; then
  smallest=yes
  shift
fi
out=${1:-target/npm}
target=${CARGO_TARGET_DIR:-target}

rustup target add wasm32-unknown-unknown >/dev/null 2>&1 || true
small=()
if [ -n "$smallest" ]; then
  rustup component add rust-src
  export RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-Zunstable-options -Cpanic=immediate-abort"
  small=("-Zbuild-std=std,panic_abort" -Zbuild-std-features=optimize_for_size)
fi
cargo build --quiet --locked --package cardwright-wasm --profile npm --target wasm32-unknown-unknown "${small[@]}"
unset RUSTC_BOOTSTRAP CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS
rm -rf "$out"
mkdir -p "$out"
cargo run --quiet --locked --manifest-path bindings/node/pack/Cargo.toml --target-dir "$target/wasm-pack" -- \
  "$target/wasm32-unknown-unknown/npm/cardwright_wasm.wasm" "$out"

if [ -n "$smallest" ]; then
  tools=$target/tools
  npm install --silent --no-save --no-audit --no-fund --prefix "$tools" binaryen@132
  module=$out/cardwright_bg.wasm
  # What every page and node of these years can run; no more.
  "$tools/node_modules/.bin/wasm-opt" -Oz --enable-bulk-memory --enable-sign-ext --enable-mutable-globals \
    --enable-nontrapping-float-to-int --enable-multivalue --enable-reference-types "$module" -o "$module.small"
  mv "$module.small" "$module"
fi
cp bindings/node/npm/* bindings/node/README.md "$out"
