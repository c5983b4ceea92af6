#!/bin/sh
# Everything that must be fine before a change is taken over. It runs on your machine as it does on a server:
#
#     sh ci.sh          # the project as it is
#     sh ci.sh main     # also: does a case execute each card that changed since main, is every proof still there, and is nothing gone?
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
  if [ -f excuses.txt ]; then set -- "$1" --excuses excuses.txt; fi
  "$CARDWRIGHT" coverage --changed "$@"
  "$CARDWRIGHT" diff "$@" --fail-on breaking
  ;;
esac
