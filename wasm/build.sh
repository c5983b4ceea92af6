#!/usr/bin/env bash
# Builds the npm package into target/npm (or the folder that is named).
#
# The module is made small by two things that may be missing. Without the source of Rust's library (`rustup component add
# rust-src`) that library is not made anew: sorting for speed and the texts of panics stay in. Without `wasm-opt` (npm's
# `binaryen`) the last pass is left out. Both are said, and the package works all the same; where `CI` is set it fails.
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:-target/npm}
target=${CARGO_TARGET_DIR:-target}
missing() {
  echo "$1 is missing: the module is larger than it has to be" >&2
  [ -z "${CI:-}" ]
}

rustup target add wasm32-unknown-unknown >/dev/null 2>&1 || true
rustup component add rust-src >/dev/null 2>&1 || true
small=()
if [ -f "$(rustc --print sysroot)/lib/rustlib/src/rust/library/Cargo.lock" ]; then
  # The library of Rust, made for size, where a panic stops at once instead of telling where: nothing here may panic.
  # The compiler wants to be told that this is not among its promises.
  export RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-Zunstable-options -Cpanic=immediate-abort"
  small=(-Zbuild-std=std,panic_abort -Zbuild-std-features=optimize_for_size)
else
  missing "the source of Rust's library (rust-src)"
fi
cargo build --quiet --locked --package cardwright-wasm --profile npm --target wasm32-unknown-unknown "${small[@]}"
unset RUSTC_BOOTSTRAP
rm -rf "$out"
mkdir -p "$out"
cargo run --quiet --locked --manifest-path wasm/pack/Cargo.toml --target-dir "$target/wasm-pack" -- \
  "$target/wasm32-unknown-unknown/npm/cardwright_wasm.wasm" "$out"

optimize=$(command -v wasm-opt || true)
if [ -z "$optimize" ]; then
  tools=$target/tools
  [ -x "$tools/node_modules/.bin/wasm-opt" ] ||
    npm install --silent --no-save --no-audit --no-fund --prefix "$tools" binaryen@132 >/dev/null 2>&1 || true
  [ -x "$tools/node_modules/.bin/wasm-opt" ] && optimize=$tools/node_modules/.bin/wasm-opt
fi
module=$out/cardwright_bg.wasm
if [ -n "$optimize" ]; then
  # What every page and node of these years can run; no more.
  "$optimize" -Oz --enable-bulk-memory --enable-sign-ext --enable-mutable-globals --enable-nontrapping-float-to-int \
    --enable-multivalue --enable-reference-types "$module" -o "$module.small"
  mv "$module.small" "$module"
else
  missing "wasm-opt (npm's binaryen)"
fi
cp wasm/npm/* wasm/README.md "$out"
