// What the program of the installed package does: `node --test`, with the folder of the sample
// project in SAMPLE. With a built `cardwright` in PROGRAM, each call must end as it does there, and
// print the same; with a whole repository in PROJECT, that is checked, too.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const { SAMPLE, PROGRAM, PROJECT } = process.env;
const HERE = fileURLToPath(new URL(".", import.meta.url));
const CLI = join(HERE, "node_modules/cardwright/cli.js");
const isUnix = process.platform !== "win32";
let compared = 0;

function outcome(command, words, cwd) {
  const { status, stdout, stderr, error } = spawnSync(command, words, {
    cwd,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (error) throw error;
  return { code: status, out: stdout, err: stderr };
}

const ours = (cwd, ...words) => outcome(process.execPath, [CLI, ...words], cwd);

// What our program does, which is what the native one does.
function alike(cwd, ...words) {
  const told = ours(cwd, ...words);
  if (PROGRAM) {
    assert.deepEqual(told, outcome(PROGRAM, words, cwd), words.join(" "));
    compared += 1;
  }
  assert.doesNotMatch(told.err, /node:internal|wasm-function/);
  return told;
}

function project(change = () => {}) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "cardwright-")));
  cpSync(SAMPLE, folder, { recursive: true });
  change((name, text) => appendFileSync(join(folder, name), text), folder);
  return folder;
}

const green = project();
const red = project((add) =>
  add("systems/sample/words.cw", "\nvalue broken(c: nothing-known): number = 0\n"),
);

test("a project without errors is fine, seen from anywhere", () => {
  const told = alike(green, "check");
  assert.deepEqual(told, {
    code: 0,
    out: "fine: 1 system, 1 card set with 3 cards, 1 scenario, 2 cases\n",
    err: "",
  });
  assert.equal(alike(join(green, "cards"), "check", "sample").code, 0);
  assert.equal(alike(tmpdir(), "check", green, red).code, 1);
  assert.equal(alike(green, "test").code, 0);
});

test("an error is told at its place, in every form", () => {
  for (const format of ["human", "json", "sarif", "github"]) {
    const told = alike(red, "check", "--format", format);
    assert.equal(told.code, 1);
    assert.match(told.out + told.err, /nothing-known/);
    assert.equal(alike(red, "test", `--format=${format}`).code, 1);
  }
  assert.match(alike(red, "check").err, /systems\/sample\/words\.cw:/);
  assert.match(alike(join(red, "cards"), "check").err, /\.\.\/systems\/sample\/words\.cw:/);
  assert.match(
    alike(red, "--relative-to", "..", "check", "systems/sample/words.cw").err,
    /cardwright-\w+\/systems/,
  );
  assert.equal(alike(red, "check", "cards").code, 1, "what keeps the cards from being looked at");
  assert.equal(alike(red, "explain", "sample").code, 1);
});

test("a broken document is one error; warnings are errors if asked", () => {
  const broken = project((add) => add("cards/sample/late.yaml", "set: late\nsystem: sample\n"));
  assert.equal(alike(broken, "check").code, 1);
  assert.equal(alike(broken, "check", "cards/sample/basic.yaml").code, 0);
  assert.equal(alike(broken, "test").code, 1);
  const costly = project((add) => add("cardwright.toml", "[budget]\nfuel = 1\n"));
  assert.match(alike(costly, "check", "--deny", "warnings").err, /the budget is 1/);
});

test("files that nothing reads are told, and what editors leave behind is not", () => {
  const strays = project((add, folder) => {
    add("cards/sample/other.yml", "set: other\n");
    add("cards/loose.yaml", "set: loose\n");
    add("cards/sample/facts.json", "{}");
    add("cards/sample/rules.cw", "");
    add("cards/sample/notes.md", "");
    add("cards/sample/.hidden.yaml", "set: hidden\n");
    add("cards/sample/old.yaml~", "");
    writeFileSync(
      join(folder, "cards/sample/latin.yaml"),
      Buffer.from("set: latin\ntitle: \xe9\n", "latin1"),
    );
    writeFileSync(join(folder, "cards/sample/long.yaml"), "#".repeat((16 << 20) + 1));
  });
  assert.match(alike(strays, "check").err, /6 errors/);
});

test(
  "a link is followed in the project, and never out of it",
  { skip: !isUnix && "links need rights on Windows" },
  () => {
    const linked = project((_, folder) => {
      const cards = join(folder, "cards/sample");
      symlinkSync("basic.yaml", join(cards, "again.yaml"));
      symlinkSync("../../systems", join(cards, "round"));
    });
    assert.equal(alike(linked, "check").code, 0);
    symlinkSync(join(red, "cards/sample/basic.yaml"), join(linked, "cards/sample/out.yaml"));
    const told = ours(linked, "check");
    assert.equal(told.code, 1);
    assert.match(told.err, /this link leads out of the project/);
    assert.doesNotMatch(told.err, /--outside-links/, "which this program does not have");
  },
);

test("fmt --check names what is not formatted, and fmt writes it", () => {
  assert.deepEqual(alike(green, "fmt", "--check"), {
    code: 0,
    out: "7 files, 0 changed\n",
    err: "",
  });
  const wild = (add) => add("systems/sample/words.cw", "\r\nvalue   wild:   number=1\n");
  const [here, there] = [project(wild), project(wild)];
  const name = "systems/sample/words.cw";
  const before = readFileSync(join(here, name), "utf8");
  assert.match(
    alike(here, "fmt", "--check").err,
    /words\.cw\n1 file is not formatted; run `cardwright fmt`\n$/,
  );
  assert.equal(alike(here, "fmt", "--check", "cards").code, 0);
  assert.equal(readFileSync(join(here, name), "utf8"), before, "--check changes nothing");
  assert.deepEqual(ours(here, "fmt"), { code: 0, out: "7 files, 1 changed\n", err: "" });
  assert.match(readFileSync(join(here, name), "utf8"), /\nvalue wild: number = 1\n$/);
  assert.deepEqual(
    readdirSync(join(here, "systems/sample")),
    readdirSync(join(there, "systems/sample")),
    "nothing is left",
  );
  if (PROGRAM) {
    outcome(PROGRAM, ["fmt"], there);
    assert.equal(readFileSync(join(here, name), "utf8"), readFileSync(join(there, name), "utf8"));
  }
  assert.equal(alike(here, "fmt").out, "7 files, 0 changed\n");
  assert.equal(
    alike(
      project((add) => add(name, "\nvalue (")),
      "fmt",
    ).code,
    1,
  );
});

test("mistakes are explained anywhere, the rest in a project", () => {
  assert.match(alike(tmpdir(), "explain", "cw0106").out, /^# cw0106 unknown-field\n/);
  assert.equal(
    alike(tmpdir(), "explain", "unknown-field").out,
    alike(green, "explain", "CW0106").out,
  );
  assert.match(alike(tmpdir(), "explain").out, /^cw0106 unknown-field$/m);
  const card = /- id: (\S+)/.exec(readFileSync(join(green, "cards/sample/basic.yaml"), "utf8"))[1];
  for (const words of [
    [card],
    [`sample/${card}`],
    ["sample", card],
    ["sample"],
    ["sample", "--format", "json"],
    ["duel"],
    ["basic"],
  ]) {
    assert.equal(alike(green, "explain", ...words).code, 0, words.join(" "));
  }
  assert.equal(alike(green, "explain", card, "--format", "json").code, 2);
  assert.match(alike(green, "explain", "cw0l06").err, /did you mean/);
  assert.match(alike(tmpdir(), "explain", card).err, /^error: nothing is called/);
});

test("cases that hold and cases that fail are told", () => {
  const name = "tests/conformance/sample/tricks.yaml";
  const failing = project((_, folder) => {
    const text = readFileSync(join(folder, name), "utf8");
    writeFileSync(
      join(folder, "tests/conformance/sample/wrong.yaml"),
      `${text}\nevents:\n  - this never happens\n`,
    );
  });
  const told = alike(failing, "test");
  assert.equal(told.code, 1);
  assert.match(
    told.out,
    /^ok tests.*\nok tests.*\nFAILED .*wrong\.yaml: .*\n(.*\n)*  ! .*this never happen(.*\n)+2 passed, 1 failed\n$/,
  );
  for (const format of ["json", "sarif", "github"])
    assert.equal(alike(failing, "test", "--format", format).code, 1);
  assert.equal(alike(failing, "test", name).code, 0);
  assert.match(alike(failing, "test", "--filter", "two-windows", "--account").out, /^ok .*\n    /);
  assert.equal(alike(failing, "test", "--filter", "no such case").code, 2);
});

test("a wrong call says why, and ends with 2", () => {
  for (const words of [
    ["check", "no-such-file"],
    ["check", ".", tmpdir()],
    ["check", "tests/conformance/none"],
    ["check", "--deny", "x"],
    ["fmt", "--check", "--check"],
    ["explain", "a", "b", "c"],
    ["test", "--filter"],
    ["--relative-to", "no-such-folder", "check"],
    ["check", "--", "--watch"],
  ]) {
    const { code, err } = alike(green, ...words);
    assert.equal(code, 2, words.join(" "));
    assert.match(err, /^error: /);
  }
  assert.match(alike(tmpdir(), "check").err, /^error: there is no project here/);
  for (const words of [
    [],
    ["chek"],
    ["check", "--nope"],
    ["check", "-x"],
    ["fmt", "--check=yes"],
    ["check", "--format"],
    ["check", "--format", "x"],
  ]) {
    const told = ours(green, ...words);
    assert.deepEqual([told.code, told.out], [2, ""], words.join(" "));
    if (PROGRAM)
      assert.equal(told.err.split("\n")[0], outcome(PROGRAM, words, green).err.split("\n")[0]);
  }
});

test("what only other builds have is named, with where to get it", () => {
  for (const words of [
    ["run", "scenarios/sample/duel.yaml"],
    ["sim"],
    ["check", "--watch"],
    ["check", "--costs"],
    ["test", "--format", "junit"],
    ["check", "--outside-links"],
    ["explain", "--windows", "sample"],
  ]) {
    const { code, err } = ours(green, ...words);
    assert.equal(code, 2, words.join(" "));
    assert.ok(err.includes(words.findLast((word) => /^-|^run$|^sim$|^junit$/.test(word))), err);
    assert.match(
      err,
      /is not in this package.*`pip install cardwright-cli` \(from the first release on\)/,
    );
  }
});

test("help and version", () => {
  assert.match(alike(green, "--version").out, /^cardwright \d+\.\d+\.\d+, reports \d+\n$/);
  alike(green, "check", "-V");
  assert.match(ours(green, "--help").out, /^Commands:\n  check {4}Check all content/m);
  for (const verb of ["check", "fmt", "explain", "test"]) {
    const { code, out } = ours(green, verb, "--help");
    assert.deepEqual([code, ours(green, "help", verb).out], [0, out]);
    if (PROGRAM)
      assert.ok(
        outcome(PROGRAM, [verb, "--help"], green).out.includes(/^Usage: .*$/m.exec(out)[0]),
      );
  }
});

test("npx runs it without a network", () => {
  const words = ["--no-install", "cardwright", "check"];
  const env = { ...process.env, npm_config_offline: "true" };
  const work = join(HERE, "npx-sample");
  cpSync(SAMPLE, work, { recursive: true });
  const { status, stdout, stderr } = spawnSync("npx", words, {
    cwd: work,
    env,
    encoding: "utf8",
    shell: !isUnix,
  });
  assert.deepEqual([status, stderr], [0, ""]);
  assert.match(stdout, /^fine: /);
});

test("nobody has to read on", { skip: !isUnix && "this asks a Unix shell" }, () => {
  const script = `set -o pipefail; "${process.execPath}" "${CLI}" "$@" | head -1`;
  const piped = (...words) => outcome("bash", ["-c", script, "bash", ...words], red);
  assert.deepEqual(piped("explain"), {
    code: 0,
    out: `${ours(red, "explain").out.split("\n")[0]}\n`,
    err: "",
  });
  const told = piped("check", "--format", "json");
  assert.deepEqual([told.code, told.out.split("\n").length], [1, 2]);
  assert.doesNotMatch(told.err, /EPIPE|    at /);
  const closed = outcome("bash", ["-c", `"${process.execPath}" "${CLI}" explain >&-`], green);
  assert.doesNotMatch(closed.err, /    at /);
});

test(
  "a repository of thousands of documents is checked",
  { skip: !PROJECT && "PROJECT is not set: SKIPPED" },
  () => {
    const { code, out } = alike(PROJECT, "check");
    assert.equal(code, 0);
    assert.match(out, /^fine: .* \d{3,} cases\n$/);
    assert.equal(alike(PROJECT, "fmt", "--check").code, 0);
  },
);

after(() => {
  if (PROGRAM)
    assert.ok(compared >= 60, `only ${compared} calls were compared with the native program`);
  else console.error("PROGRAM is not set: no call was compared with the native program, SKIPPED");
});
