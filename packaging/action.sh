#!/usr/bin/env bash
# The GitHub Action: checks a project, runs its cases, and reports. `action.yml` calls it with its inputs as CARDWRIGHT_...
# It runs anywhere: without GitHub there is no summary and there are no outputs, and annotations are lines of text.
#
# It ends with the exit code of `cardwright check`; if that is 0, with that of `cardwright test`; if that is 0 too, with that of the gates.
set -euo pipefail

workspace=${GITHUB_WORKSPACE:-$PWD}
summary=${GITHUB_STEP_SUMMARY:-/dev/null}
outputs=${GITHUB_OUTPUT:-/dev/null}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() {
  echo "::error title=cardwright::$1"
  exit 2
}

# The version that the project asks for: a line `cardwright = "1.2.3"` before the first table of its settings. `check` must know
# this key, too: until the settings have it, it is an error there, and the input `version` is the way.
pinned_version() {
  if [ -f cardwright.toml ]; then
    sed -n -e '/^[[:space:]]*\[/q' -e 's/^[[:space:]]*cardwright[[:space:]]*=[[:space:]]*"\([^"]*\)".*/\1/p' cardwright.toml
  fi
}

# Installs the package into an environment of its own, and puts that on the path of this and of later steps.
install_program() {
  local version=$1 package=cardwright-cli folder=${RUNNER_TEMP:-$scratch}/cardwright bin
  if [ -n "$version" ]; then
    case $version in
      *[!0-9A-Za-z.+-]*) fail "\`$version\` is not a version: write one like 0.1.0, or 0.1 for the newest of them" ;;
    esac
    [[ $version =~ ^[0-9]+\.[0-9]+(\.[0-9]+[0-9A-Za-z.+-]*)?$ ]] ||
      fail "\`$version\` is not a version: write one like 0.1.0, or 0.1 for the newest of them"
    [ -n "${BASH_REMATCH[1]}" ] || version+=".*"
    package+="==$version"
  fi
  python3 -m venv "$folder"
  bin=$folder/bin
  if [ -d "$folder/Scripts" ]; then bin=$folder/Scripts; fi
  "$bin/python" -m pip install --quiet --disable-pip-version-check "$package" || fail "$package cannot be installed"
  if [ -n "${GITHUB_PATH:-}" ]; then echo "$bin" >>"$GITHUB_PATH"; fi
  program=$bin/cardwright
}

# Brings the packages of a project that needs some. The lock says which; it must fit.
fetch_needs() {
  if [ -f cardwright.toml ] && grep -q '^\[needs\]' cardwright.toml; then
    "$program" fetch --locked || fail "the packages cannot be fetched as cardwright.lock names them"
  fi
}

# Brings the packages that REVISION pins, which may be other versions.
fetch_needs_of() {
  if [ -f cardwright.toml ] && grep -q '^\[needs\]' cardwright.toml; then
    "$program" fetch --at "$1" || fail "the packages of \`$1\` cannot be fetched as its cardwright.lock names them"
  fi
}

# Runs VERB for programs, into $scratch/VERB.json. What is wrong becomes annotations, each once. Sets `code`.
report() {
  local verb=$1
  shift
  code=0
  "$program" "$verb" "$@" --format json >"$scratch/$verb.json" 2>"$scratch/$verb.notes" || code=$?
  cat "$scratch/$verb.notes" >&2
  if grep -q '[{]' "$scratch/$verb.json"; then
    "$program" "$verb" "$@" --format github 2>/dev/null | grep '^::' >"$scratch/$verb.lines" || true
    # Without those that are told already: `test` tells the errors of content, too.
    grep -vxFf "$scratch/told" "$scratch/$verb.lines" | tee -a "$scratch/told" || true
  fi
  if [ "$code" -le 1 ]; then
    "$program" "$verb" "$@" --format junit >"$scratch/$verb.xml" 2>/dev/null || true
  fi
}

# The revision to compare with.
base_revision() {
  local base=${CARDWRIGHT_BASE:-${GITHUB_BASE_REF:+origin/$GITHUB_BASE_REF}}
  [ -n "$base" ] || fail "there is nothing to compare with: this is not a pull request, and there is no input \`base\`"
  case $base in -*) fail "\`$base\` is no revision" ;; esac
  git rev-parse --verify --quiet "$base^{commit}" >/dev/null ||
    fail "this checkout does not have \`$base\`: give actions/checkout \`fetch-depth: 0\`"
  echo "$base"
}

# Holds the project against a revision, into $scratch/coverage.json. Sets `code`.
held_against() {
  local base=$1 excuses=()
  mkdir "$scratch/base"
  # In a folder of the repository, this is that folder.
  git archive "$base" | tar -x -C "$scratch/base"
  # Packages that the project needs are often fetched, and not part of the revision. Those that it pins itself are in the store.
  if [ -d needs ] && [ ! -e "$scratch/base/needs" ]; then
    cp -R needs "$scratch/base/needs"
    (cd "$scratch/base" && "$program" fetch --locked) || true
  fi
  (cd "$scratch/base" && "$program" coverage --format json) >"$scratch/base.json" || true
  if [ -f excuses.txt ]; then excuses=(--excuses excuses.txt); fi
  code=0
  "$program" coverage --no-regress "$scratch/base.json" --changed "$base" ${excuses[@]+"${excuses[@]}"} --format json \
    >"$scratch/coverage.json" || code=$?
  [ "$code" -le 1 ] || fail "the gates could not compare with \`$base\`"
}

# Writes the comment of the pull request, or edits the one that is there. A pull request from a fork may not be commented on.
post() {
  local marker=$1 number id
  number=$(sed -n 's|^refs/pull/\([0-9]*\)/.*|\1|p' <<<"${GITHUB_REF:-}")
  [ -n "$number" ] || fail "there is no pull request to comment on"
  export GH_TOKEN=${CARDWRIGHT_TOKEN:-}
  id=$(gh api --paginate "repos/$GITHUB_REPOSITORY/issues/$number/comments" \
    --jq ".[] | select(.body | startswith(\"<!-- $marker:\")) | .id" | head -n 1) || true
  if [ -n "$id" ]; then
    gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id" -F "body=@$scratch/comment.md" >/dev/null
  else
    gh api --method POST "repos/$GITHUB_REPOSITORY/issues/$number/comments" -F "body=@$scratch/comment.md" >/dev/null
  fi || echo "::notice title=cardwright::the comment could not be written: the job needs \`pull-requests: write\`"
}

# Makes the comment of what differs from a revision; it is part of the summary, too.
comment_on() {
  local base=$1 marker excuses=()
  if [ -f excuses.txt ]; then excuses=(--excuses excuses.txt); fi
  marker=cardwright/$(tr -c 'A-Za-z0-9/\n' '-' <<<"${CARDWRIGHT_PATH:-.}" | tr -s '-' | sed 's/^-$/project/')
  "$program" diff "$base" ${excuses[@]+"${excuses[@]}"} --format json >"$scratch/diff.json" || [ $? -eq 1 ] || fail "the changes since \`$base\` cannot be told"
  "$program" comment "$scratch/diff.json" "$scratch/coverage.json" --marker "$marker" \
    --link "${GITHUB_SERVER_URL:-https://github.com}/${GITHUB_REPOSITORY:-}/actions/runs/${GITHUB_RUN_ID:-}" >"$scratch/comment.md"
  cat "$scratch/comment.md" >>"$summary"
  post "$marker"
}

[ -d "$workspace/${CARDWRIGHT_PATH:-.}" ] || fail "there is no folder \`${CARDWRIGHT_PATH:-.}\` in the repository"
cd "$workspace/${CARDWRIGHT_PATH:-.}"
program=${CARDWRIGHT_PROGRAM:-}
if [ -z "$program" ]; then install_program "${CARDWRIGHT_VERSION:-$(pinned_version)}"; fi
version=$("$program" --version) || fail "\`$program\` does not run"
fetch_needs
reports=
if [ -n "${CARDWRIGHT_REPORTS:-}" ]; then
  reports=$workspace/$CARDWRIGHT_REPORTS
  mkdir -p "$reports"
fi
place=(--relative-to "$workspace")
deny=()
if [ "${CARDWRIGHT_DENY_WARNINGS:-false}" = true ]; then deny=(--deny warnings); fi
: >"$scratch/told"
: >"$scratch/test.json"

report check "${place[@]}" ${deny[@]+"${deny[@]}"}
check=$code
cases=0
if [ "$check" -le 1 ] && [ "${CARDWRIGHT_CASES:-true}" = true ]; then
  report test "${place[@]}"
  cases=$code
fi
if [ "$check" -gt 1 ] || [ "$cases" -gt 1 ]; then fail "$(tail -n 1 "$scratch/check.notes" "$scratch/test.notes" 2>/dev/null | tail -n 1)"; fi
if [ -n "$reports" ]; then
  "$program" check "${place[@]}" --format sarif >"$reports/check.sarif" 2>/dev/null || true
  cp "$scratch"/*.xml "$reports"
fi
# Fine content is told in one line: how many systems, sets and cards there are.
if [ "$check" -eq 0 ]; then "$program" check "${place[@]}" 2>&1 | sed -n 's/^fine: //p' >"$scratch/content"; fi

# The summary and the outputs, from the two reports.
python3 - "$scratch" "$version" "$summary" "$outputs" <<'PYTHON'
import json
import re
import sys
from pathlib import Path

scratch, version, summary, outputs = Path(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4]
# A summary of GitHub holds a megabyte; people read far less.
MOST_ROWS = 50


def text_of(name):
    path = scratch / name
    return path.read_text(encoding="utf-8") if path.exists() else ""


def count(number, noun):
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def cell(text):
    """Text of a project in a cell of a table, so that nothing of it is Markdown or HTML but code in backticks."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace("|", "\\|")
    return " ".join(text.split())


def table(head, rows, out):
    if rows:
        out += [f"| {' | '.join(head)} |", f"|{' --- |' * len(head)}"]
        out += [f"| {' | '.join(cell(part) for part in row)} |" for row in rows[:MOST_ROWS]]
        if len(rows) > MOST_ROWS:
            out += ["", f"... and {len(rows) - MOST_ROWS} more."]
        out.append("")


found = json.loads(text_of("check.json"))
errors = [one for one in found if one["severity"] == "error"]
warnings = [one for one in found if one["severity"] != "error"]
tests = [json.loads(line) for line in text_of("test.json").splitlines() if line.startswith("{")]
failed = [case for case in tests if not case["passed"]]
# The head of the report for test tools says how many documents there are.
documents = re.search(r'<testsuites [^>]*\btests="(\d+)"', text_of("check.xml"))
content = text_of("content").strip() or count(int(documents[1]) if documents else 0, "document")

out = ["## Cardwright", ""]
rows = [("Content", f"{count(len(errors), 'error')}, {count(len(warnings), 'warning')} in {content}")]
if (scratch / "test.notes").exists():
    rows.append(("Cases", f"{len(tests) - len(failed)} passed, {len(failed)} failed"))
else:
    rows.append(("Cases", "not run"))
rows.append(("Program", version))
table(("", "Result"), rows, out)
if found:
    out += ["### Content", ""]
    table(
        ("Where", "What", "Name"),
        [(f"{one['file']}:{one['line']}", one["message"], f"{one['severity']} {one['code']} {one['name']}") for one in errors + warnings],
        out,
    )
if failed:
    out += ["### Cases that do not hold", ""]
    table(("Case", "Why", "File"), [(case["case"], "; ".join(case["failures"]), case["file"]) for case in failed], out)

with open(summary, "a", encoding="utf-8") as file:
    file.write("\n".join(out) + "\n")
with open(outputs, "a", encoding="utf-8") as file:
    for name, value in (("errors", errors), ("warnings", warnings), ("failed", failed)):
        file.write(f"{name}={len(value)}\n")
    file.write(f"passed={len(tests) - len(failed)}\n")
print(f"{rows[0][1]}; cases: {rows[1][1]}")
PYTHON

if [ "$check" -ne 0 ]; then exit "$check"; fi
gates=0
if [ "${CARDWRIGHT_GATES:-false}" = true ] || [ "${CARDWRIGHT_COMMENT:-false}" = true ]; then
  base=$(base_revision) || { echo "$base"; exit 2; }
  fetch_needs_of "$base"
  held_against "$base"
  if [ "${CARDWRIGHT_GATES:-false}" = true ]; then gates=$code; fi
  if [ "${CARDWRIGHT_COMMENT:-false}" = true ]; then comment_on "$base"; fi
  if [ "$gates" -ne 0 ]; then
    "$program" comment "$scratch/coverage.json" | sed -n -e '/ _excused: /d' -e 's/^- \(lost: .*\)/::error title=cardwright::\1/p' -e 's/^- \(no case executes .*\)/::error title=cardwright::\1/p'
  fi
fi
if [ "$cases" -ne 0 ]; then exit "$cases"; fi
exit "$gates"
