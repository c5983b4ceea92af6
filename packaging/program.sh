# What all packages need of the program: its version, the targets it is published for, and its build. Sourced by the other
# scripts; `root` is the folder of the repository.
# shellcheck shell=bash

# The version of the workspace, which every package carries.
version() {
  awk '/^\[/ { in_package = ($0 == "[workspace.package]") } in_package && $1 == "version" { gsub(/"/, "", $3); print $3; exit }' \
    "${root:?}/Cargo.toml"
}

# What is published. On Linux one static program for each processor: it runs on old glibc, on musl and in an empty image alike.
published_targets() {
  printf '%s\n' x86_64-unknown-linux-musl aarch64-unknown-linux-musl x86_64-apple-darwin aarch64-apple-darwin x86_64-pc-windows-msvc
}

# The target of this machine, as it is published.
host_target() {
  rustc -vV | awk '/^host: / { print $2 }' | sed 's/-linux-gnu$/-linux-musl/'
}

# The file name of the program for TARGET.
program_name() {
  case $1 in *-windows-*) echo cardwright.exe ;; *) echo cardwright ;; esac
}

# The name of the archive for TARGET without its ending, and of the folder in it.
archive_stem() {
  echo "cardwright-$(version)-$1"
}

# Builds the program for TARGET as it is published, and prints where it lies. PROFILE overrides `dist`.
#
# C in it (SQLite, mimalloc, blake3) needs a C compiler for the target. On Linux that is zig, which comes from PyPI:
# `pip install ziglang cargo-zigbuild`.
build_program() {
  local target=$1 profile=${PROFILE:-dist} build=build out
  case $target in *-linux-*) build=zigbuild ;; esac
  rustup target add "$target" >&2
  (cd "$root" && cargo "$build" --locked --package cardwright --bin cardwright --features full --profile "$profile" --target "$target") >&2
  out=$profile
  if [ "$profile" = dev ]; then out=debug; fi
  echo "${CARGO_TARGET_DIR:-$root/target}/$target/$out/$(program_name "$target")"
}

# The SHA-256 of FILE, as `sha256sum -c` reads it in the folder of FILE.
checksum() {
  if command -v sha256sum >/dev/null; then
    (cd "$(dirname "$1")" && sha256sum "$(basename "$1")")
  else
    (cd "$(dirname "$1")" && shasum -a 256 "$(basename "$1")")
  fi
}

# The time that files in packages bear: that of the last commit, so that a second build gives the same bytes.
source_date() {
  echo "${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct 2>/dev/null || echo 315532800)}"
}
