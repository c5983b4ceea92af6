#!/usr/bin/env bash
# The hook `cardwright-rust`: compiles the program in the copy of this repository that pre-commit keeps, and runs it in the
# repository of the user. The second time there is nothing to compile.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
# In this folder, so that settings of Cargo in the user's repository do not count.
(cd "$root" && cargo build --quiet --release --locked --package cardwright --target-dir "$root/target")
exec "$root/target/release/cardwright" "$@"
