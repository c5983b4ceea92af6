#!/usr/bin/env bash
# Plays all conformance vectors in a program in C, over the library. `PROGRAM` is a built `cardwright`.
set -euo pipefail
cd "$(dirname "$0")/../.."
if ! command -v cc >/dev/null; then
  echo "a C compiler is missing: the vectors in C are SKIPPED"
  [ -z "${CI:-}" ]
  exit
fi
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
profile=${PROFILE:-dev}
# As the tests of the whole workspace are built: if they were, nothing is built here. The library lies beside its test.
cargo test --quiet --locked --profile "$profile" --workspace --no-run --test runner
[ "$profile" != dev ] || profile=debug
cc -std=c11 -Wall -Wextra -Werror -O1 -DCW_CONFORM -Ibindings/c/include -o "$target/conform-c" bindings/c/examples/conform.c \
  "$target/$profile/deps/libcardwright_c.a" -lpthread -ldl -lm
vectors=${VECTORS:-$target/capi-vectors}
[ -n "${VECTORS:-}" ] || "${PROGRAM:?a built cardwright}" export --to vectors -o "$vectors"
"${PROGRAM:?a built cardwright}" conform "$vectors" -- "$target/conform-c" .
