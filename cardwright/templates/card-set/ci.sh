#!/bin/sh
# Everything that must be fine before a change is taken over. It runs on your machine as it does on a server:
#
#     sh ci.sh          # the project as it is
#     sh ci.sh main     # also: does a case execute each card that changed since main, and is every proof still there?
set -eu
cd "$(dirname "$0")"
: "${CARDWRIGHT:=cardwright}"
"$CARDWRIGHT" fetch --locked
"$CARDWRIGHT" check --locked --deny warnings
"$CARDWRIGHT" fmt --check
"$CARDWRIGHT" test
# Nothing lies before the first push of a branch: a server then gives a row of zeros.
case ${1:-} in
*[!0]*)
  # The revision may pin another version of the game.
  "$CARDWRIGHT" fetch --at "$1"
  if [ -f excuses.txt ]; then
    "$CARDWRIGHT" coverage --changed "$1" --excuses excuses.txt
  else
    "$CARDWRIGHT" coverage --changed "$1"
  fi
  ;;
esac
