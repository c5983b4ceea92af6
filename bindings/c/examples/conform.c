/* A runner of conformance vectors in C: `cardwright conform VECTORS -- ./conform PROJECT`.
 *
 * It reads one line of JSON and answers with one. PROJECT is the folder whose content the vectors are about.
 *
 *   cargo build --release --package cardwright-capi --features conform
 *   cc -DCW_CONFORM -Ibindings/c/include -o conform bindings/c/examples/conform.c target/release/libcardwright_c.a -lpthread -ldl -lm
 */
#define _POSIX_C_SOURCE 200809L
#include "cardwright.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

static int told(char *error) {
  fprintf(stderr, "%s\n", error ? error : "no answer");
  cw_text_free(error);
  return 1;
}

int main(int count, char **words) {
  const char *folder = count > 1 ? words[1] : ".";
  char *error = NULL;
  CwRunner *runner = cw_runner_new(folder, strlen(folder), &error);
  if (!runner) return told(error);

  int failed = 0;
  char *line = NULL;
  size_t room = 0;
  for (ssize_t length; (length = getline(&line, &room, stdin)) > 0;) {
    char *reply = cw_runner_reply(runner, line, (size_t)length, &error);
    if (!reply) {
      if (error) failed = told(error);
      break;
    }
    puts(reply);
    fflush(stdout);
    cw_text_free(reply);
  }
  free(line);
  cw_runner_free(runner);
  return failed;
}
