"""A runner of conformance vectors: the core inside this Python, behind the runner protocol of ``docs/exports.md``.

Example:
    cardwright conform vectors -- python -m cardwright.conform FOLDER

It reads one line of JSON and answers with one. FOLDER is the project whose content the vectors are about; absent, the working
folder.
"""

from __future__ import annotations

import sys

from . import CardwrightError, Runner


def main(arguments: list[str]) -> int:
    """Answers line by line until there is no more, or ``bye``."""
    if len(arguments) > 1 or arguments[:1] in (["-h"], ["--help"]):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        runner = Runner(arguments[0] if arguments else ".")
    except CardwrightError as why:
        print(f"error: {why}", file=sys.stderr)
        return 2
    for line in sys.stdin.buffer:
        reply = runner.answer(line.decode("utf-8", "replace"))
        if reply is None:
            break
        sys.stdout.buffer.write(reply.encode() + b"\n")
        sys.stdout.buffer.flush()
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (KeyboardInterrupt, BrokenPipeError):
        sys.exit(130)
