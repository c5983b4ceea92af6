// Plays a whole game from C: play PACK SEED. First agents play a copy of it, and its hash is told; then each answer is the default
// of its decision, and the last line is the hash of that game.
#include "../include/cardwright.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char *read_file(const char *name, size_t *length) {
    FILE *file = fopen(name, "rb");
    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    *length = (size_t)ftell(file);
    rewind(file);
    unsigned char *bytes = malloc(*length ? *length : 1);
    if (fread(bytes, 1, *length, file) != *length) *length = 0;
    fclose(file);
    return bytes;
}

// The value of a decision's key "default": a list of ids, or an object with a place. Ids here have no brackets.
static char *default_of(const char *decision) {
    const char *from = strstr(decision, "\"default\":");
    if (!from) return NULL;
    from += strlen("\"default\":");
    const char *to = strchr(from, *from == '[' ? ']' : '}');
    size_t length = (size_t)(to - from) + 1;
    char *answer = malloc(length + 1);
    memcpy(answer, from, length);
    answer[length] = 0;
    return answer;
}

static int refused(char *error, const char *word) {
    int as_expected = error && strstr(error, word);
    if (!as_expected) fprintf(stderr, "expected `%s`, got %s\n", word, error ? error : "nothing");
    cw_text_free(error);
    return as_expected;
}

// The first player's id in a list of JSON. Ids have no quotation marks.
static char *first_of(const char *players) {
    if (strncmp(players, "[\"", 2) != 0) return NULL;
    const char *to = strchr(players + 2, '"');
    size_t length = (size_t)(to - players) - 2;
    char *first = malloc(length + 1);
    memcpy(first, players + 2, length);
    first[length] = 0;
    return first;
}

// One agent plays all seats of a game to its end.
static int agent_plays(CwGame *game, const char *kind, const char *think) {
    char *error = NULL;
    CwAgent *agent = cw_agent_new(kind, strlen(kind), 3, think, think ? strlen(think) : 0, &error);
    if (!agent) return fprintf(stderr, "%s\n", error), 0;
    for (;;) {
        char *answer = cw_agent_answer(agent, game, &error);
        if (!answer) break;
        int fine = cw_game_decide(game, answer, strlen(answer), &error);
        cw_text_free(answer);
        if (!fine) break;
    }
    cw_agent_free(agent);
    return refused(error, "nothing-asked");
}

// A copy goes on apart from its game. Whoever is not asked is told nothing of the options.
static int plays_a_copy(const CwContent *content, const CwGame *game) {
    char *error = NULL;
    if (cw_agent_new("chess", 5, 1, NULL, 0, &error) || !refused(error, "unknown-agent")) return 0;
    if (cw_agent_new("search", 6, 1, "much", 4, &error) || !refused(error, "wrong-budget")) return 0;
    if (cw_agent_answer(NULL, game, &error) || !refused(error, "null")) return 0;
    if (cw_game_copy(NULL, &error) || !refused(error, "null")) return 0;

    char *why = cw_game_why(game, "public", 6, &error);
    if (!why || !strstr(why, "\"options\":[]")) return 0;
    cw_text_free(why);
    if (cw_game_why(game, "nobody-here", 11, &error) || !refused(error, "unknown-viewer")) return 0;

    char *players = cw_content_players(content, &error), *first = players ? first_of(players) : NULL;
    if (!first) return 0;
    cw_text_free(players);
    CwGame *guess = cw_game_imagine(game, first, strlen(first), 5, &error);
    free(first);
    if (!guess || cw_game_save(guess, &error) || !refused(error, "imagined")) return 0;
    cw_game_free(guess);

    char *before = cw_game_hash(game, NULL);
    CwGame *copy = cw_game_copy(game, &error);
    int fine = copy && agent_plays(copy, "random", NULL);
    char *after = cw_game_hash(game, NULL), *other = cw_game_hash(copy, NULL);
    fine = fine && strcmp(before, after) == 0 && strcmp(before, other) != 0;
    printf("%s\n", other);
    cw_text_free(before);
    cw_text_free(after);
    cw_text_free(other);
    cw_game_free(copy);
    return fine;
}

int main(int count, char **words) {
    if (count != 3 || cw_version() != CW_VERSION) return 2;
    size_t length = 0;
    unsigned char *pack = read_file(words[1], &length);
    if (!pack) return 2;
    char *error = NULL;

    // Whatever comes is refused, never run.
    if (cw_content_load(pack, length / 2, &error) || !refused(error, "unsound")) return 3;
    if (cw_content_load(NULL, 7, &error) || !refused(error, "null")) return 3;
    if (cw_content_load(pack, (size_t)-1, &error) || !refused(error, "too-long")) return 3;
    if (cw_game_new(NULL, 1, NULL)) return 3;

    CwContent *content = cw_content_load(pack, length, &error);
    free(pack);
    if (!content) return fprintf(stderr, "%s\n", error), 4;
    CwGame *game = cw_game_new(content, strtoull(words[2], NULL, 10), &error);
    if (!game) return fprintf(stderr, "%s\n", error), 4;

    if (cw_game_decide(game, "[\"nonsense\"]", 12, &error) || !refused(error, "unknown-option")) return 5;
    if (cw_game_decide(game, "{", 1, &error) || !refused(error, "not-an-answer")) return 5;
    if (cw_game_decide(game, "\xff", 1, &error) || !refused(error, "not-utf-8")) return 5;
    if (cw_game_snapshot(game, "nobody-here", 11, &error) || !refused(error, "unknown-viewer")) return 5;
    if (cw_game_undo(game, false, &error) || !refused(error, "nothing-to-undo")) return 5;

    if (!plays_a_copy(content, game)) return 9;

    int decisions = 0;
    for (;;) {
        char *decision = cw_game_decision(game, NULL);
        if (strcmp(decision, "null") == 0) {
            cw_text_free(decision);
            break;
        }
        char *answer = default_of(decision);
        int fine = answer && cw_game_decide(game, answer, strlen(answer), &error);
        free(answer);
        cw_text_free(decision);
        if (!fine) return fprintf(stderr, "%s\n", error), 6;
        char *events = cw_game_events(game, "public", 6, NULL);
        if (!events) return 6;
        cw_text_free(events);
        decisions++;
    }
    if (cw_game_decide(game, NULL, 0, &error) || !refused(error, "nothing-asked")) return 7;

    // A saved game is the same game.
    char *saved = cw_game_save(game, NULL);
    CwGame *again = cw_game_load(content, saved, strlen(saved), &error);
    cw_content_free(content);
    if (!again) return fprintf(stderr, "%s\n", error), 8;
    char *hash = cw_game_hash(game, NULL), *other = cw_game_hash(again, NULL);
    if (strcmp(hash, other) != 0) return 8;
    if (!cw_game_undo(again, true, NULL) || !cw_game_decide(again, NULL, 0, NULL)) return 8;
    cw_text_free(other);
    other = cw_game_hash(again, NULL);
    if (strcmp(hash, other) != 0) return 8;

    char *snapshot = cw_game_snapshot(game, "judge", 5, NULL), *outcome = cw_game_outcome(game, NULL);
    fprintf(stderr, "%d decisions, %zu bytes of snapshot, %s\n", decisions, strlen(snapshot), outcome);
    printf("%s\n", hash);
    cw_text_free(snapshot);
    cw_text_free(outcome);
    cw_text_free(saved);
    cw_text_free(hash);
    cw_text_free(other);
    cw_game_free(game);
    cw_game_free(again);
    return 0;
}
