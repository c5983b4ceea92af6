// Cardwright for C. Generated from bindings/c/src; do not edit.

#ifndef CARDWRIGHT_H
#define CARDWRIGHT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

// The version of these calls. It grows when a call goes or means something else.
#define CW_VERSION 1

// A player that is a program. One thread at a time may use it.
typedef struct CwAgent CwAgent;

// Content, ready to be played. Several games, also in several threads, can be played with one.
typedef struct CwContent CwContent;

// A game. One thread at a time may use it.
typedef struct CwGame CwGame;

#if defined(CW_CONFORM)
// A runner of conformance vectors. One thread at a time may use it.
typedef struct CwRunner CwRunner;
#endif

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of the library: the `CW_VERSION` of the header that it was made with.
uint32_t cw_version(void);

// Loads a pack, which `cardwright build` writes. Any bytes are either proved sound or refused.
//
// Gives null if the pack is refused. `error` may be null; else it gets null or why, as JSON with `error` (one word) and
// `text`, to be freed with `cw_text_free`. So it is with all calls that have an `error`.
//
// # Safety
// `pack` points at `length` bytes.
CwContent *cw_content_load(const uint8_t *pack,
                           size_t length,
                           char **error);

// Frees content. Games that are played with it stay as they are.
//
// # Safety
// `content` is null or comes from `cw_content_load`, and is used no more.
void cw_content_free(CwContent *content);

// The ids of the players in seat order, as a list of JSON. Each of them is a viewer, as are `public` and `judge`.
//
// # Safety
// `content` is null or comes from `cw_content_load`.
char *cw_content_players(const CwContent *content,
                         char **error);

// Begins a game, and plays up to its first question. The seed is all of its chance.
//
// # Safety
// `content` is null or comes from `cw_content_load`.
CwGame *cw_game_new(const CwContent *content, uint64_t seed, char **error);

// Goes on with a game that `cw_game_save` gave: its decisions are made again, and checked.
//
// # Safety
// `content` is null or comes from `cw_content_load`; `saved` points at `length` bytes.
CwGame *cw_game_load(const CwContent *content, const char *saved, size_t length, char **error);

// Another game that stands where this one does, with the same past. Both go on apart, and each is freed.
//
// # Safety
// `game` is null or comes from a call that gives games.
CwGame *cw_game_copy(const CwGame *game,
                     char **error);

// A game that a viewer cannot tell from this one: what is hidden from him, and all dice to come, are drawn from the seed.
// For `judge` only the dice to come are others. This is what a search plays in. It cannot be saved, and nothing is taken
// back in it.
//
// # Safety
// `game` is null or comes from a call that gives games; `viewer` points at `length` bytes.
CwGame *cw_game_imagine(const CwGame *game,
                        const char *viewer,
                        size_t length,
                        uint64_t seed,
                        char **error);

// Frees a game.
//
// # Safety
// `game` is null or comes from a call that gives games, and is used no more.
void cw_game_free(CwGame *game);

// The open question, as JSON, as the player who is asked sees it; `null` once the game is over. A null
// pointer only for a null game.
//
// All texts that calls give are freed with `cw_text_free`.
//
// # Safety
// `game` is null or comes from a call that gives games.
char *cw_game_decision(const CwGame *game,
                       char **error);

// How the game ended, as JSON; `null` while it goes on.
//
// # Safety
// `game` is null or comes from a call that gives games.
char *cw_game_outcome(const CwGame *game, char **error);

// Answers the question, and plays on to the next one or to the end; whether the answer was legal. If not, nothing has
// changed, and `error` says why. The answer is JSON: a list of ids of options, or an object with `x`, `y` and `facing`. A
// null pointer takes the default.
//
// # Safety
// `game` as for `cw_game_decision`; `answer` is null or points at `length` bytes.
bool cw_game_decide(CwGame *game,
                    const char *answer,
                    size_t length,
                    char **error);

// Takes the last decision back; whether it did. With `unfair` also over what was rolled, drawn or shown since.
//
// # Safety
// `game` is null or comes from a call that gives games.
bool cw_game_undo(CwGame *game,
                  bool unfair,
                  char **error);

// How the game stands, as JSON, as a viewer may know it: a player's id, `public` or `judge`.
//
// # Safety
// `game` is null or comes from a call that gives games; `viewer` points at `length` bytes.
char *cw_game_snapshot(const CwGame *game, const char *viewer, size_t length, char **error);

// The events since the last decision, as JSON, as a viewer may know them.
//
// # Safety
// `game` is null or comes from a call that gives games; `viewer` points at `length` bytes.
char *cw_game_events(const CwGame *game, const char *viewer, size_t length, char **error);

// Why the options are there, and why other rules are refused, as JSON, as a viewer may know it: options are for who is
// asked, and for a judge. `null` once the game is over.
//
// # Safety
// `game` is null or comes from a call that gives games; `viewer` points at `length` bytes.
char *cw_game_why(const CwGame *game,
                  const char *viewer,
                  size_t length,
                  char **error);

// The game as it can be stored, as JSON: its seed and decisions. `cardwright run --from` plays it, too.
//
// # Safety
// `game` is null or comes from a call that gives games.
char *cw_game_save(const CwGame *game,
                   char **error);

// The hash of everything that can matter from now on, as 64 hexadecimal digits; the same on every machine.
//
// # Safety
// `game` is null or comes from a call that gives games.
char *cw_game_hash(const CwGame *game,
                   char **error);

// Frees a text that a call gave.
//
// # Safety
// `given` is null or comes from a call, and is used no more.
void cw_text_free(char *given);

// A player that is a program: `random`, `novice`, `club`, `expert`, `search` or `default`. The seed is all of its chance, and the same seed gives
// the same play.
//
// `think` says how much `search` may think about a decision: `500` imagined decisions, or a time (`20ms`). A null pointer
// leaves that to the library.
//
// # Safety
// `kind` points at `kind_length` bytes; `think` is null or points at `think_length` bytes.
CwAgent *cw_agent_new(const char *kind,
                      size_t kind_length,
                      uint64_t seed,
                      const char *think,
                      size_t think_length,
                      char **error);

// Frees an agent.
//
// # Safety
// `agent` is null or comes from `cw_agent_new`, and is used no more.
void cw_agent_free(CwAgent *agent);

// The answer of an agent to the question of a game, as JSON for `cw_game_decide`. The agent looks at no more
// than the player who is asked may know. The game stays as it is.
//
// # Safety
// `agent` is null or comes from `cw_agent_new`; `game` is null or comes from a call that gives games.
char *cw_agent_answer(CwAgent *agent,
                      const CwGame *game,
                      char **error);

#if defined(CW_CONFORM)
// A runner with the content of the project in a folder. Only in a library that was built with the feature `conform`.
//
// # Safety
// `folder` points at `length` bytes.
CwRunner *cw_runner_new(const char *folder,
                        size_t length,
                        char **error);
#endif

#if defined(CW_CONFORM)
// The answer to a line of the runner protocol, which `docs/exports.md` describes; null, without an error, if the line says
// goodbye.
//
// # Safety
// `runner` is null or comes from `cw_runner_new`; `line` points at `length` bytes.
char *cw_runner_reply(CwRunner *runner,
                      const char *line,
                      size_t length,
                      char **error);
#endif

#if defined(CW_CONFORM)
// Frees a runner.
//
// # Safety
// `runner` is null or comes from `cw_runner_new`, and is used no more.
void cw_runner_free(CwRunner *runner);
#endif

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* CARDWRIGHT_H */
