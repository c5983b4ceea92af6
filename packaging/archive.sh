#!/usr/bin/env bash
# Makes the archive of a release for one target, and its checksum beside it.
#
#     packaging/archive.sh TARGET [--binary FILE]
#
# The archive is `cardwright-VERSION-TARGET.tar.gz` (`.zip` for Windows) in the folder OUT (target/packages if absent).
# With `--binary` the program is FILE; else it is built. The same input gives the same bytes.
#
# The program itself writes the manual pages and completions for shells. If it does not run on this machine, HERE may name one that does;
# without one, the archive has none of them.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=packaging/program.sh
. "$root/packaging/program.sh"

target=${1:?"usage: packaging/archive.sh TARGET [--binary FILE]"}
case ${2:-} in
  --binary) program=${3:?"--binary needs a file"} ;;
  '') program=$(build_program "$target") ;;
  *) echo "archive.sh: what is $2?" >&2; exit 2 ;;
esac
out=${OUT:-$root/target/packages}
name=$(archive_stem "$target")
case $target in *-windows-*) archive=$out/$name.zip ;; *) archive=$out/$name.tar.gz ;; esac

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
mkdir -p "$stage/$name/licences" "$out"
install -m 755 "$program" "$stage/$name/$(program_name "$target")"
install -m 644 "$root"/LICENSE-* "$root/packaging/archive/README.md" "$stage/$name"
install -m 644 "$root"/docs/licences/* "$stage/$name/licences"
here=${HERE:-$program}
if "$here" --version >/dev/null 2>&1; then
  mkdir "$stage/$name/man" "$stage/$name/completions"
  "$here" man "$stage/$name/man"
  for shell in bash zsh fish elvish powershell; do
    "$here" completions "$shell" >"$stage/$name/completions/cardwright.$shell"
  done
else
  echo "archive.sh: $here does not run here, so the archive has no manual pages and completions" >&2
fi
python3 "$root/packaging/archive/pack.py" "$stage/$name" "$archive" "$(source_date)"
checksum "$archive" >"$archive.sha256"
echo "$archive"
