PRAGMA page_size = 4096;
PRAGMA application_id = 1129596754; -- "CWDR"
PRAGMA user_version = 1;
PRAGMA foreign_keys = ON;

-- What this file is: format, version, tool.
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE systems (
  id TEXT PRIMARY KEY, title TEXT NOT NULL, board TEXT NOT NULL, main TEXT NOT NULL, round TEXT
) WITHOUT ROWID;

-- The words of a word type; later ones are higher.
CREATE TABLE words (
  system TEXT NOT NULL REFERENCES systems, type TEXT NOT NULL, position INTEGER NOT NULL, word TEXT NOT NULL,
  PRIMARY KEY (system, type, position), UNIQUE (system, type, word)
) WITHOUT ROWID;

CREATE TABLE records (
  system TEXT NOT NULL REFERENCES systems, id TEXT NOT NULL, PRIMARY KEY (system, id)
) WITHOUT ROWID;
CREATE TABLE record_fields (
  system TEXT NOT NULL, record TEXT NOT NULL, position INTEGER NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL,
  PRIMARY KEY (system, record, name), FOREIGN KEY (system, record) REFERENCES records
) WITHOUT ROWID;
CREATE TABLE rows (
  system TEXT NOT NULL, record TEXT NOT NULL, id TEXT NOT NULL, position INTEGER NOT NULL,
  PRIMARY KEY (system, record, id), FOREIGN KEY (system, record) REFERENCES records
) WITHOUT ROWID;
-- One line for each field of a row. Numbers, lengths (thousandths of an inch), angles (thousandths of a degree) and yes-no (1, 0) are
-- in number, everything else in text; sets have their members in cell_members.
CREATE TABLE cells (
  system TEXT NOT NULL, record TEXT NOT NULL, row TEXT NOT NULL, field TEXT NOT NULL, number INTEGER, text TEXT,
  PRIMARY KEY (system, record, row, field),
  FOREIGN KEY (system, record, row) REFERENCES rows (system, record, id),
  FOREIGN KEY (system, record, field) REFERENCES record_fields (system, record, name)
) WITHOUT ROWID;
CREATE TABLE cell_members (
  system TEXT NOT NULL, record TEXT NOT NULL, row TEXT NOT NULL, field TEXT NOT NULL, position INTEGER NOT NULL,
  number INTEGER, text TEXT,
  PRIMARY KEY (system, record, row, field, position),
  FOREIGN KEY (system, record, row, field) REFERENCES cells
) WITHOUT ROWID;

CREATE TABLE kinds (
  system TEXT NOT NULL REFERENCES systems, id TEXT NOT NULL,
  class TEXT NOT NULL CHECK (class IN ('player', 'deck', 'piece', 'card', 'game')),
  PRIMARY KEY (system, id)
) WITHOUT ROWID;
CREATE TABLE kind_fields (
  system TEXT NOT NULL, kind TEXT NOT NULL, position INTEGER NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL,
  state INTEGER NOT NULL, secret INTEGER NOT NULL, kept INTEGER NOT NULL,
  PRIMARY KEY (system, kind, name), FOREIGN KEY (system, kind) REFERENCES kinds
) WITHOUT ROWID;

CREATE TABLE tokens (
  system TEXT NOT NULL REFERENCES systems, id TEXT NOT NULL, "limit" INTEGER, PRIMARY KEY (system, id)
) WITHOUT ROWID;
CREATE TABLE kind_tokens (
  system TEXT NOT NULL, kind TEXT NOT NULL, token TEXT NOT NULL, PRIMARY KEY (system, kind, token),
  FOREIGN KEY (system, kind) REFERENCES kinds, FOREIGN KEY (system, token) REFERENCES tokens
) WITHOUT ROWID;
CREATE TABLE dice (
  system TEXT NOT NULL REFERENCES systems, id TEXT NOT NULL, PRIMARY KEY (system, id)
) WITHOUT ROWID;
CREATE TABLE die_sides (
  system TEXT NOT NULL, die TEXT NOT NULL, position INTEGER NOT NULL, face TEXT NOT NULL,
  PRIMARY KEY (system, die, position), FOREIGN KEY (system, die) REFERENCES dice
) WITHOUT ROWID;

CREATE TABLE sets (
  system TEXT NOT NULL REFERENCES systems, id TEXT NOT NULL, title TEXT NOT NULL, PRIMARY KEY (system, id)
) WITHOUT ROWID;
CREATE TABLE cards (
  system TEXT NOT NULL, id TEXT NOT NULL, set_id TEXT NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL,
  class TEXT NOT NULL,
  PRIMARY KEY (system, id),
  FOREIGN KEY (system, set_id) REFERENCES sets (system, id), FOREIGN KEY (system, kind) REFERENCES kinds
) WITHOUT ROWID;
CREATE INDEX cards_by_set ON cards (system, set_id);
CREATE INDEX cards_by_kind ON cards (system, kind);
-- One line for each fact of a card; see cells.
CREATE TABLE card_facts (
  system TEXT NOT NULL, card TEXT NOT NULL, kind TEXT NOT NULL, field TEXT NOT NULL, number INTEGER, text TEXT,
  PRIMARY KEY (system, card, field),
  FOREIGN KEY (system, card) REFERENCES cards (system, id),
  FOREIGN KEY (system, kind, field) REFERENCES kind_fields (system, kind, name)
) WITHOUT ROWID;
CREATE TABLE card_fact_members (
  system TEXT NOT NULL, card TEXT NOT NULL, field TEXT NOT NULL, position INTEGER NOT NULL, number INTEGER, text TEXT,
  PRIMARY KEY (system, card, field, position), FOREIGN KEY (system, card, field) REFERENCES card_facts
) WITHOUT ROWID;
-- What a card says, a paragraph a line.
CREATE TABLE card_texts (
  system TEXT NOT NULL, card TEXT NOT NULL, position INTEGER NOT NULL, text TEXT NOT NULL,
  PRIMARY KEY (system, card, position), FOREIGN KEY (system, card) REFERENCES cards (system, id)
) WITHOUT ROWID;

-- Every rule; json is its whole tree, as in rules.json. about is the window, offer, value or permission that it is about.
CREATE TABLE rules (
  system TEXT NOT NULL REFERENCES systems, id TEXT NOT NULL, position INTEGER NOT NULL, name TEXT NOT NULL,
  level TEXT NOT NULL, home TEXT NOT NULL, card TEXT, effect TEXT, does TEXT NOT NULL, about TEXT, text TEXT NOT NULL,
  file TEXT NOT NULL, at TEXT NOT NULL, json TEXT NOT NULL,
  PRIMARY KEY (system, id)
) WITHOUT ROWID;
CREATE INDEX rules_by_card ON rules (system, card);
CREATE INDEX rules_by_about ON rules (system, does, about);
CREATE TABLE windows (
  system TEXT NOT NULL REFERENCES systems, id TEXT NOT NULL, procedure TEXT NOT NULL, step TEXT,
  moment TEXT NOT NULL, gathers INTEGER NOT NULL, PRIMARY KEY (system, id)
) WITHOUT ROWID;

CREATE TABLE ledger (
  system TEXT NOT NULL REFERENCES systems, id TEXT NOT NULL, simulate TEXT NOT NULL, PRIMARY KEY (system, id)
) WITHOUT ROWID;
CREATE TABLE ledger_cases (
  system TEXT NOT NULL, rule TEXT NOT NULL, position INTEGER NOT NULL, file TEXT NOT NULL,
  PRIMARY KEY (system, rule, position), FOREIGN KEY (system, rule) REFERENCES ledger (system, id)
) WITHOUT ROWID;

CREATE TABLE maps (
  system TEXT NOT NULL REFERENCES systems, id TEXT NOT NULL, title TEXT NOT NULL, shape TEXT NOT NULL,
  PRIMARY KEY (system, id)
) WITHOUT ROWID;
CREATE TABLE spaces (
  system TEXT NOT NULL, map TEXT NOT NULL, id TEXT NOT NULL, "column" INTEGER NOT NULL, "row" INTEGER NOT NULL,
  layer INTEGER NOT NULL, level INTEGER NOT NULL, underside INTEGER, wall TEXT, terrain TEXT,
  PRIMARY KEY (system, map, id), FOREIGN KEY (system, map) REFERENCES maps (system, id)
) WITHOUT ROWID;

CREATE TABLE scenarios (
  system TEXT NOT NULL REFERENCES systems, id TEXT NOT NULL, title TEXT NOT NULL, map TEXT, width INTEGER,
  length INTEGER, PRIMARY KEY (system, id)
) WITHOUT ROWID;
CREATE TABLE scenario_sets (
  system TEXT NOT NULL, scenario TEXT NOT NULL, position INTEGER NOT NULL, set_id TEXT NOT NULL,
  PRIMARY KEY (system, scenario, position),
  FOREIGN KEY (system, scenario) REFERENCES scenarios (system, id)
) WITHOUT ROWID;
-- What is there at the start; at is a pose as JSON.
CREATE TABLE entities (
  system TEXT NOT NULL, scenario TEXT NOT NULL, id TEXT NOT NULL, position INTEGER NOT NULL, kind TEXT NOT NULL,
  template TEXT, owner TEXT, holder TEXT, place INTEGER, face_up INTEGER NOT NULL, at TEXT,
  PRIMARY KEY (system, scenario, id),
  FOREIGN KEY (system, scenario) REFERENCES scenarios (system, id),
  FOREIGN KEY (system, scenario, owner) REFERENCES entities (system, scenario, id) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (system, scenario, holder) REFERENCES entities (system, scenario, id) DEFERRABLE INITIALLY DEFERRED
) WITHOUT ROWID;
CREATE TABLE entity_tokens (
  system TEXT NOT NULL, scenario TEXT NOT NULL, entity TEXT NOT NULL, token TEXT NOT NULL, count INTEGER NOT NULL,
  PRIMARY KEY (system, scenario, entity, token),
  FOREIGN KEY (system, scenario, entity) REFERENCES entities (system, scenario, id)
) WITHOUT ROWID;

-- A card with its whole text.
CREATE VIEW card_list AS
  SELECT system, set_id, id, name, kind,
    (SELECT group_concat(text, char(10, 10)) FROM
      (SELECT text FROM card_texts WHERE card_texts.system = cards.system AND card = cards.id ORDER BY position)) AS text
  FROM cards;
-- The rules in each window, in the order of declaration.
CREATE VIEW window_rules AS
  SELECT windows.system, windows.id AS window, rules.id AS rule, rules.position
  FROM windows JOIN rules ON rules.system = windows.system AND does = 'trigger' AND about = windows.id;
-- Ledger rules that a program can carry out and that no case proves.
CREATE VIEW ledger_unproved AS
  SELECT system, id FROM ledger
  WHERE simulate <> 'no'
    AND NOT EXISTS (SELECT 1 FROM ledger_cases WHERE ledger_cases.system = ledger.system AND rule = ledger.id);
