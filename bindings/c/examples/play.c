// Plays a whole game from C: play PACK SEED. Each answer is the default of its decision; the last line is the game's hash.
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
