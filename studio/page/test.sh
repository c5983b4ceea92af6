#!/usr/bin/env bash
# Installs what the page is made of, and tries the page in Chromium. `PROGRAM` is a built `cardwright`, in whose studio whole games
# are played, too. `CI` makes a missing tool an error.
set -euo pipefail
[ -z "${PROGRAM:-}" ] || PROGRAM=$(realpath "$PROGRAM")
cd "$(dirname "$0")"
for tool in npm "${CHROMIUM:-chromium}"; do
  if ! command -v "$tool" >/dev/null; then
    echo "$tool is missing: the page of the studio is SKIPPED"
    [ -z "${CI:-}" ]
    exit
  fi
done
npm ci --silent --no-audit --no-fund
PROJECT=$(realpath ../..) CHROMIUM=$(command -v "${CHROMIUM:-chromium}") npm test --silent
