#!/usr/bin/env bash
# Tries a built playground in Chromium, opened as a file and from a host: `studio/playground/test.sh [FOLDER]`, by default
# target/playground. `CI` makes a missing tool an error.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
built=$(realpath -m "${1:-$root/target/playground}")
for tool in npm "${CHROMIUM:-chromium}"; do
  if ! command -v "$tool" >/dev/null; then
    echo "$tool is missing: the playground is SKIPPED"
    [ -z "${CI:-}" ]
    exit
  fi
done
[ -f "$built/index.html" ] || { echo "there is no playground in $built: studio/playground/build.sh" >&2; exit 1; }
cd "$root/studio/playground"
npm ci --silent --no-audit --no-fund
npx tsc
BUILT=$built CHROMIUM=$(command -v "${CHROMIUM:-chromium}") npx vitest run
