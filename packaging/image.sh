#!/usr/bin/env bash
# Makes the image: the static program for Linux, its licences, and nothing else.
#
#     packaging/image.sh [TARGET] [--binary FILE] [--try]
#
# TARGET is that of this machine if absent. With `--binary` the program is FILE; else it is built. ENGINE is `docker` if absent
# (`podman` does as well), TAG is `cardwright:VERSION`.
#
# With `--try` no image is made. The program is run in a folder that holds what the image would hold, as `chroot` allows root:
# that shows that it needs no file of a system. A whole game is made, checked and played there.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=packaging/program.sh
. "$root/packaging/program.sh"

target='' program='' try=''
while [ $# -gt 0 ]; do
  case $1 in
    --binary) program=${2:?"--binary needs a file"}; shift ;;
    --try) try=yes ;;
    --*) echo "image.sh: what is $1?" >&2; exit 2 ;;
    *) target=$1 ;;
  esac
  shift
done
target=${target:-$(host_target)}
program=${program:-$(build_program "$target")}

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
mkdir -p "$stage/root/licences" "$stage/root/project" "$stage/root/tmp"
chmod 1777 "$stage/root/tmp"
install -m 755 "$program" "$stage/root/cardwright"
install -m 644 "$root"/LICENSE-* "$root"/docs/licences/* "$stage/root/licences"

if [ -n "$try" ]; then
  chroot "$stage/root" /cardwright new project river-wars
  chroot "$stage/root" /cardwright check /river-wars
  chroot "$stage/root" /cardwright run /river-wars/scenarios/river-wars/first-clash.yaml --quiet
  exit
fi
cp "$root/packaging/Dockerfile" "$stage"
case $target in aarch64-*) platform=linux/arm64 ;; *) platform=linux/amd64 ;; esac
"${ENGINE:-docker}" build --platform "$platform" --tag "${TAG:-cardwright:$(version)}" "$stage"
