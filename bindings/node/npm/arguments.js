// What a call of the program says: its verb, its options, its paths. What is wrong with it, and
// help, in the words of the native program.

const FORMAT = {
  value: "FORMAT",
  values: ["human", "json", "sarif", "github"],
  also: { text: "human" },
  lacks: ["junit"],
  default: "human",
  about: "How to report",
};
const EVERYWHERE = {
  "relative-to": {
    value: "FOLDER",
    about: "Write file names in reports relative to this folder; by default, the working folder",
  },
  help: { short: "h", about: "Print help" },
  version: { short: "V", about: "Print version" },
};
const VERBS = {
  check: {
    about: "Check all content of a project, or the given documents",
    paths:
      "Folders or files of one or more projects; the whole project around the working folder if absent",
    options: {
      format: FORMAT,
      deny: {
        value: "DENY",
        values: ["warnings"],
        about: "What counts as an error besides errors",
      },
    },
    lacks: ["costs", "watch"],
  },
  test: {
    about: "Run conformance cases",
    paths: "Case documents or folders of one or more projects; all cases of the project if absent",
    options: {
      filter: { value: "FILTER", about: "Run only cases whose claim or file contains this" },
      account: { about: "Show what happened in each case" },
      format: FORMAT,
    },
    lacks: [],
  },
  explain: {
    about: "Explain a mistake, a card or a game",
    words: {
      CODE: "A mistake (`cw0106`, `unknown-name`), a game, card, card set or scenario by its id, or a name of a game; all mistakes if absent",
      NAME: "After a game's id, a card or name of this game alone: `GAME NAME`, or `GAME/NAME`",
    },
    options: {
      format: {
        value: "FORMAT",
        values: ["text", "json"],
        default: "text",
        about: "How to write what cards of a game can say",
      },
    },
    lacks: ["windows", "drawing"],
  },
  fmt: {
    about: "Format language files and the rules in documents",
    paths: "Files or folders of the project; all of it if absent",
    options: { check: { about: "Change nothing; fail if a file is not as it would be written" } },
    lacks: [],
  },
};
const ELSEWHERE =
  "new build verify disasm run serve sim coverage export import conform mutate schema".split(" ");
const HAS_IT =
  "`pip install cardwright-cli` (from the first release on) and a build from source have it";

// A call that cannot be carried out.
export class WrongCall extends Error {}

// The verb with its options and words; or the text of a help that is asked for.
export function readArguments(words) {
  const call = { verb: undefined, options: {}, words: [] };
  if (words.length === 0) return { help: help(), isWrong: true };
  let hasEnded = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (!hasEnded && word === "--") hasEnded = true;
    else if (!hasEnded && /^-./.test(word)) at += option(call, word, words[at + 1]);
    else if (call.verb !== undefined) call.words.push(word);
    else if (word === "help") return helpOf(words.slice(at + 1));
    else call.verb = verb(word);
    if (call.options.help) return { help: help(call.verb) };
    if (call.options.version) return { verb: "version", of: call.verb };
  }
  if (call.verb === undefined) {
    const known = [...Object.keys(VERBS), "help"].join(", ");
    throw wrong(
      `'cardwright' requires a subcommand but one was not provided\n  [subcommands: ${known}]`,
    );
  }
  const most = VERBS[call.verb].paths ? Infinity : Object.keys(VERBS[call.verb].words).length;
  if (call.words.length > most)
    throw wrong(`unexpected argument '${call.words[most]}' found`, call.verb);
  return call;
}

// Takes an option in, and says how many further words it needed.
function option({ verb, options }, word, next) {
  const [, name, value] = /^--([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
  const known = { ...VERBS[verb]?.options, ...EVERYWHERE };
  const lacks = ["outside-links", ...(VERBS[verb]?.lacks ?? [])];
  if (lacks.includes(name)) throw new WrongCall(`\`--${name}\` is not in this package; ${HAS_IT}`);
  const key = Object.keys(known).find((one) => one === name || `-${known[one].short}` === word);
  if (key === undefined)
    throw wrong(`unexpected argument '${name === undefined ? word : `--${name}`}' found`, verb);
  const about = known[key];
  const shown = about.value ? `--${key} <${about.value}>` : `--${key}`;
  if (key in options) throw wrong(`the argument '${shown}' cannot be used multiple times`, verb);
  if (!about.value) {
    if (value !== undefined)
      throw wrong(`unexpected value '${value}' for '${shown}' found; no more were expected`, verb);
    options[key] = true;
    return 0;
  }
  const given = value ?? (next === undefined || /^-./.test(next) ? undefined : next);
  const choice = about.values ? `\n  [possible values: ${about.values.join(", ")}]` : "";
  if (!given) throw wrong(`a value is required for '${shown}' but none was supplied${choice}`);
  if (about.lacks?.includes(given))
    throw new WrongCall(`\`--${key} ${given}\` is not in this package; ${HAS_IT}`);
  options[key] = about.also?.[given] ?? given;
  if (about.values && !about.values.includes(options[key]))
    throw wrong(`invalid value '${given}' for '${shown}'${choice}`);
  return value === undefined ? 1 : 0;
}

function verb(word) {
  if (ELSEWHERE.includes(word)) {
    const here = Object.keys(VERBS).join("`, `");
    throw new WrongCall(
      `\`cardwright ${word}\` is not in this package, which has \`${here}\`; ${HAS_IT}`,
    );
  }
  if (!Object.hasOwn(VERBS, word)) throw wrong(`unrecognized subcommand '${word}'`, null);
  return word;
}

function helpOf([word]) {
  return { help: help(word === undefined || word === "help" ? undefined : verb(word)) };
}

// A call that cannot be read, with the usage of a verb (`null`: of the program).
function wrong(why, of) {
  const usage = of === undefined ? "" : `\n\n${usageOf(of ?? undefined)}`;
  return new WrongCall(`${why}${usage}\n\nFor more information, try '--help'.`);
}

function usageOf(verb) {
  if (verb === undefined) return "Usage: cardwright [OPTIONS] <COMMAND>";
  const { paths, words } = VERBS[verb];
  const takes = paths ? ["[PATHS]..."] : Object.keys(words).map((word) => `[${word}]`);
  return `Usage: cardwright ${verb} [OPTIONS] ${takes.join(" ")}`;
}

function help(verb) {
  const parts = verb === undefined ? helpOfProgram() : helpOfVerb(VERBS[verb]);
  const [about, ...tables] = parts;
  return [about, usageOf(verb), ...tables].join("\n\n");
}

function helpOfProgram() {
  const verbs = Object.entries(VERBS).map(([verb, { about }]) => [verb, about]);
  verbs.push(["help", "Print this message or the help of the given subcommand(s)"]);
  return [
    "Write the rules of tabletop games, check them and play them",
    table("Commands:", verbs),
    table("Options:", optionLines(EVERYWHERE)),
    `This package checks, tests, explains and formats. For the other commands: ${HAS_IT}.`,
  ];
}

function helpOfVerb({ about, paths, words, options }) {
  const takes = paths
    ? [["[PATHS]...", paths]]
    : Object.entries(words).map(([word, text]) => [`[${word}]`, text]);
  return [
    about,
    table("Arguments:", takes),
    table("Options:", optionLines({ ...options, ...EVERYWHERE })),
  ];
}

function optionLines(options) {
  return Object.entries(options).map(([key, one]) => {
    const name = `${one.short ? `-${one.short}, ` : "    "}--${key}${one.value ? ` <${one.value}>` : ""}`;
    const usual = one.default ? ` [default: ${one.default}]` : "";
    const values = one.values ? ` [possible values: ${one.values.join(", ")}]` : "";
    return [name, `${one.about}${usual}${values}`];
  });
}

function table(title, rows) {
  const width = Math.max(...rows.map(([name]) => name.length));
  return [title, ...rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`)].join("\n");
}
