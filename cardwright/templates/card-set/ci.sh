#!/bin/sh
# Everything that must be fine before a change is taken over. It runs on your machine as it does on a server: `sh ci.sh`.
set -eu
cd "$(dirname "$0")"
: "${CARDWRIGHT:=cardwright}"
"$CARDWRIGHT" fetch --locked
"$CARDWRIGHT" check --locked --deny warnings
"$CARDWRIGHT" fmt --check
"$CARDWRIGHT" test
