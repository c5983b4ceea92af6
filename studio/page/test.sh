#!/usr/bin/env bash
# Installs what the page is made of, and tries the page in Chromium. `CI` makes a missing tool an error.
set -euo pipefail
cd "$(dirname "$0")"
for tool in npm "${CHROMIUM:-chromium}"; do
  if ! command -v "$tool" >/dev/null; then
    echo "$tool is missing: the page of the studio is SKIPPED"
    [ -z "${CI:-}" ]
    exit
  fi
done
npm ci --silent --no-audit --no-fund
CHROMIUM=$(command -v "${CHROMIUM:-chromium}") npm test --silent
