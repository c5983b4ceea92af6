#!/usr/bin/env bash
# Builds the program as it is published, and prints where it lies. PROFILE overrides `dist`.
#
#     packaging/build.sh [TARGET]
#
# TARGET is that of this machine if absent. For Linux it takes `pip install cargo-zigbuild ziglang`.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=packaging/program.sh
. "$root/packaging/program.sh"
build_program "${1:-$(host_target)}"
