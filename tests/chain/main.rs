//! Tests of the whole chain, from the text of a designer to a game that was played.
//!
//! | module | claim |
//! |---|---|
//! | `agents` | agents use nothing that their player may not see |
//! | `bases` | a pack is the same whatever was compiled before it |
//! | `boards` | games on spaces play, and slips in drawings are told at their place |
//! | `conformance` | every case of the project compiles and holds |
//! | `seeds` | games end, repeat, resume and replay exactly |
//! | `laws` | undo, copies, restores, secrets and explanations hold at every decision of all content |
//! | `room` | whatever content does, a game takes no more memory and time than it may |
//! | `scenarios` | what scenarios and cases can say about who starts with what |
//! | `book` | every example of the language reference compiles |
//! | `cookbook` | the examples of the cookbook and of the README compile, and below each stands what it says |
//! | `hostile` | damaged packs are refused or run without a panic |
//! | `diagnostics` | one slip of a designer is one error, at its place, with help |
//! | `page` | the built page of the studio is that of its sources |
//! | `pages` | every diagnostic has a page whose examples show it |
//! | `schemas` | the committed schemas are fresh and agree with the reader |
//! | `nouns` | no name of content stands in Rust |
//! | `examples` | every block of code on a page is compiled by a test, or is a fragment that can be read |
//! | `expressiveness` | what is hardest to say compiles in two small games, and their cases hold |
//! | `costs` | no ability costs more than the bound that the compiler states for it |
//! | `cycles` | whatever can set itself off without bound is told, and hardly anything else |
//! | `facts` | facts that documents leave out are what their defaults come to |
//! | `golden` | every scenario goes as it is written down, on every machine |
//! | `quick` | quick code changes nothing but time |
//! | `remembered` | the memory of answers changes nothing but time |
//! | `filing` | slips of YAML and of files are told once, where they are, with what to write |
//! | `followed` | a case whose conditions are followed plays as it does otherwise |
//! | `formatting` | formatting is a fixed point |
//! | `bounds` | what is at a limit is taken, what is above is not |
//! | `choosing` | a gate that chooses is open while there is something, asks the right player, and is told once |
//! | `breaking` | leaving out cases that do not run what is broken changes no verdict |
//! | `order` | in every window of every game players act in the order that the game names |
//! | `libraries` | what several systems share is content as if it stood in each |
//! | `kindred` | what one of the kindred games lets cards change, all do, but for listed reasons |
//! | `looks` | what is wrong with looks is told at its place, and how much they ask for is bounded |
//! | `limits` | every limit is listed in the docs |
//! | `drawn` | every game is drawn: what is hidden draws nothing, no tag lies over another, and each game looks as approved |
//! | `geometry` | the page on geometry has the figures of the content, and all that can be asked |
//! | `glossary` | every word of the glossary is in the code where it says |
//! | `editors` | editors colour rules as the parser reads them |
//! | `ends` | an effect ends with what comes first of several windows |
//! | `shorter` | what `choosing` says shorter is told, and only where it means the same |
//! | `silent` | what compiles and then does nothing is told |
//! | `guides` | each system has a page of all that its cards can name, and what it shows is true |
//! | `squares` | games on squares play, and pieces need all their squares |
//! | `stories` | a game is told in the words of its content, to whoever may know it |
//! | `stored` | sets as state, states with parameters and secret choices are as a designer writes them |
//! | `pitch` | a game of its own, written as a designer would, plays; what cases say of dice and options is held |
//! | `content` | a change of content alone changes the game |
//! | `vocabulary` | vocabulary is open where its owner says so; one entry makes what belongs together |
//! | `walls` | the rooms of the compiler use each other as the docs say, and none is too large |
//! | `wording` | cards are told in plain text as approved |
//! | `updates` | a project that changes file by file is the one that is read anew |
//! | `why` | what refuses a rule is quoted from the source, with the values of its names |
//! | `secrets` | whatever can be asked takes a viewer; what is hidden is told nowhere |
//! | `reading` | a part of a project that is read for a question answers it as the whole does |
//!
//! `workshop` holds what they share: the project, copies of projects with changes, and games with random players.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests put files where they like, and start programs"
)]

mod abilities;
mod agents;
mod amounts;
mod bases;
mod boards;
mod book;
mod bounds;
mod breaking;
mod choosing;
mod conformance;
mod content;
mod cookbook;
mod costs;
mod cycles;
mod diagnostics;
mod drawn;
mod editors;
mod ended;
mod ends;
mod examples;
mod expressiveness;
mod facts;
mod filing;
mod followed;
mod formatting;
mod geometry;
mod given;
mod glossary;
mod golden;
mod guides;
mod hostile;
mod idle;
mod kindred;
mod laws;
mod libraries;
mod limits;
mod looked_at;
mod looks;
mod moments;
mod nested;
mod nouns;
mod order;
mod page;
mod pages;
mod pitch;
mod places;
mod printed;
mod pushes;
mod quick;
mod reading;
mod refused;
mod remembered;
mod room;
mod run_states;
mod scenarios;
mod schemas;
mod scope;
mod secrets;
mod seeds;
mod shorter;
mod silent;
mod squares;
mod stored;
mod stories;
mod telling;
mod unnamed;
mod updates;
mod vocabulary;
mod walls;
mod why;
mod wording;
mod workshop;
