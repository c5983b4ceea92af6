#!/usr/bin/env bash
# Makes table.png anew, the picture of the README. architecture.svg is drawn by hand.
#
#     docs/images/make.sh [PROGRAM]
#
# PROGRAM is the `cardwright` to ask; target/release/cardwright if absent. Needs python3 and Chromium (CHROMIUM names another
# browser of its kind).
#
# table.png shows one moment of the game that the README plays: the first question in which Trickster can act. The table, the
# card, its reading, the question and what follows the answer all come from the program; `table.py` only lays them out.
set -euo pipefail
cd "$(dirname "$0")/../.."
program=$(realpath "${1:-target/release/cardwright}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 docs/images/table.py "$program" "$work"
size=$(cat "$work/size")
"${CHROMIUM:-chromium}" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
  --disable-component-update --disable-sync --hide-scrollbars --user-data-dir="$work/profile" \
  --force-device-scale-factor=1.4 --disable-lcd-text --default-background-color=00000000 --window-size="$size" \
  --screenshot="$work/table.png" "file://$work/table.html" 2>"$work/chromium.log" ||
  { cat "$work/chromium.log" >&2; exit 1; }
mv "$work/table.png" docs/images/table.png
ls -l docs/images/table.png
