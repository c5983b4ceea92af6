#!/usr/bin/env bash
# Makes table.png anew, the picture of the README: one moment of the game that it plays. architecture.svg is drawn by hand.
#
#     docs/images/make.sh [PROGRAM]
#
# PROGRAM is the `cardwright` to ask; target/release/cardwright if absent.
set -euo pipefail
cd "$(dirname "$0")/../.."
"${1:-target/release/cardwright}" run scenarios/dnd-attack-wing/in-for-a-penny.yaml --seed 5 --quiet --stop-after 50 \
  --draw docs/images/table.png --width 1200
