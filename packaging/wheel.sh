#!/usr/bin/env bash
# Makes the wheel `cardwright-cli`, which is the program and nothing else.
#
#     packaging/wheel.sh [TARGET] [--binary FILE]
#
# TARGET is that of this machine if absent. The wheel is written to the folder OUT (target/packages if absent).
# With `--binary` the program is FILE, built for TARGET; else it is built. The same input gives the same bytes. maturin makes the
# wheel of a finished program: what is in the wheel, the archive and the image is then one and the same file.
#
# Linux: a static program, linked with musl. One wheel serves every Linux: it asks for no glibc at all, so the oldest systems
# that pip knows (manylinux2014) take it, and Alpine too (musllinux).
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=packaging/program.sh
. "$root/packaging/program.sh"

target=
if [ "${1:-}" != --binary ] && [ $# -gt 0 ]; then
  target=$1
  shift
fi
target=${target:-$(host_target)}
# Windows runs no script in place of Cargo.
case $(uname -s) in MINGW* | MSYS*) compiles=yes ;; *) compiles= ;; esac
case ${1:-}$compiles in
  --binary) program=$(realpath "${2:?"--binary needs a file"}") ;;
  '') program=$(build_program "$target") ;;
  yes) ;;
  *) echo "wheel.sh: cannot do $1 here" >&2; exit 2 ;;
esac
out=${OUT:-$root/target/packages}

# The folder of a wheel, with the licences that it carries.
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
mkdir "$stage/licences"
cp "$root/packaging/wheel/README.md" "$root"/LICENSE-* "$stage"
cp "$root"/docs/licences/* "$stage/licences"
sed "s|\"\.\./\.\./|\"$root/|" "$root/packaging/wheel/pyproject.toml" >"$stage/pyproject.toml"

# A program that needs more of a system than its tags promise is an error. maturin would rather take libraries into the wheel.
args=(--target "$target" --out "$stage/wheels" --auditwheel check)
case $target in *-linux-musl) args+=(--compatibility manylinux2014 musllinux_1_1) ;; esac
if [ -n "$compiles" ]; then
  args+=(--locked --profile "${PROFILE:-dist}")
else
  # maturin asks `built.sh` in place of Cargo. It gets a copy, since it takes what it packs away.
  mkdir "$stage/built"
  CARDWRIGHT_BUILT=$stage/built/$(program_name "$target")
  cp "$program" "$CARDWRIGHT_BUILT"
  export CARDWRIGHT_BUILT CARGO="$root/packaging/wheel/built.sh"
fi
SOURCE_DATE_EPOCH=$(source_date)
export SOURCE_DATE_EPOCH CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$root/target}"
cd "$stage"
maturin build "${args[@]}" >&2
# maturin leaves an empty wheel behind when it fails, so only a whole one comes out of here.
mkdir -p "$out"
for wheel in wheels/*.whl; do
  mv "$wheel" "$out"
  echo "$out/$(basename "$wheel")"
done
