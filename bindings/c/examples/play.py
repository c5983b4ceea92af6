"""Plays a whole game from Python through the C library: play.py LIBRARY PACK SEED. The last line is the game's hash.

Nothing but Python's own `ctypes` is needed. `Game` is all that a program wants; copy it.
"""

import ctypes
import json
import sys


class Refused(Exception):
    """Why a call did nothing: `error` is one word that stays as it is, `text` is for people."""

    def __init__(self, told):
        self.error, self.text = told["error"], told["text"]
        super().__init__(f"{self.error}: {self.text}")


class Library:
    """The C library. Its texts are read and given back here."""

    def __init__(self, path):
        self.c = ctypes.CDLL(path)
        pointer, size, text = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p
        calls = {
            "cw_content_load": (pointer, text, size),
            "cw_game_new": (pointer, pointer, ctypes.c_uint64),
            "cw_game_load": (pointer, pointer, text, size),
            "cw_game_decide": (ctypes.c_bool, pointer, text, size),
            "cw_game_undo": (ctypes.c_bool, pointer, ctypes.c_bool),
            "cw_game_snapshot": (pointer, pointer, text, size),
            "cw_game_events": (pointer, pointer, text, size),
        }
        for name in ("decision", "outcome", "save", "hash"):
            calls[f"cw_game_{name}"] = (pointer, pointer)
        for name, (gives, *takes) in calls.items():
            call = getattr(self.c, name)
            call.restype, call.argtypes = gives, [*takes, ctypes.POINTER(pointer)]
        for name in ("cw_text_free", "cw_content_free", "cw_game_free"):
            getattr(self.c, name).argtypes = [pointer]
            getattr(self.c, name).restype = None

    def call(self, name, *arguments):
        error = ctypes.c_void_p()
        given = getattr(self.c, name)(*arguments, ctypes.byref(error))
        if error.value:
            raise Refused(json.loads(self.text(error.value)))
        return given

    def text(self, given):
        try:
            return ctypes.string_at(given).decode()
        finally:
            self.c.cw_text_free(given)


class Game:
    """A game of a pack."""

    def __init__(self, library, pack, seed):
        self.library = library
        content = library.call("cw_content_load", pack, len(pack))
        try:
            self.game = library.call("cw_game_new", content, seed)
        finally:
            library.c.cw_content_free(content)

    def __del__(self):
        if getattr(self, "game", None):
            self.library.c.cw_game_free(self.game)

    def _told(self, name, *arguments):
        return self.library.text(self.library.call(f"cw_game_{name}", self.game, *arguments))

    def decision(self):
        """What is asked, or None once the game is over."""
        return json.loads(self._told("decision"))

    def decide(self, answer):
        """Answers: a list of ids, or a place such as {"x": 18, "y": 4.5, "facing": 90}."""
        answer = json.dumps(answer).encode()
        self.library.call("cw_game_decide", self.game, answer, len(answer))

    def snapshot(self, viewer="public"):
        return json.loads(self._told("snapshot", viewer.encode(), len(viewer.encode())))

    def events(self, viewer="public"):
        return json.loads(self._told("events", viewer.encode(), len(viewer.encode())))

    def outcome(self):
        return json.loads(self._told("outcome"))

    def hash(self):
        return self._told("hash")


def main(path, pack, seed):
    with open(pack, "rb") as file:
        game = Game(Library(path), file.read(), int(seed))
    try:
        game.decide(["no such option"])
    except Refused as refused:
        assert refused.error == "unknown-option", refused
    while decision := game.decision():
        game.decide(decision["default"])
        for event in game.events():
            print(event["text"], file=sys.stderr)
    assert game.snapshot()["outcome"] == game.outcome()
    print(game.hash())


if __name__ == "__main__":
    main(*sys.argv[1:])
