"""Games as fixed-size numbers: numbered actions one at a time, and what a player may know as a vector.

This is what ``cardwright.pettingzoo`` and ``cardwright.openspiel`` stand on. It needs numpy.

**Actions.** There are always ``actions`` numbers. The last one is *done*: nothing more is chosen. The one before is *further*: it
shows the next options, where there are more than fit. All others take an option; what each of them stands for is in the
observation. Where several options are chosen they are taken one after another, in ascending order unless their order matters, so
that every answer is reached in exactly one way. Where a place is asked for, options are some legal places, the default first.

**Observations** are made from ``Game.snapshot(player)`` and ``Game.decision(player)``, which leave out what is hidden from the
player. See :class:`Eyes` for what stands where.
"""

from __future__ import annotations

import json
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ._native import Content, Game

if TYPE_CHECKING:
    from typing_extensions import Self

    from ._native import Answer

Vector = npt.NDArray[np.float32]
Mask = npt.NDArray[np.int8]

#: How many numbers an action's place in the observation has.
OPTION = 7
#: How many numbers stand before the things.
HEAD = 15
#: How many numbers each of pools, effects and keyed states share.
BUCKETS = 32
#: What each thing has before its fields: known, in play, face up, owner, on, x, y, facing, how many lie on it.
BASE = 9

_KINDS = ("choose", "yes-no", "ability", "offer", "place")


def fingerprint(text: str) -> float:
    """A number between 0 and 1 for a text, the same everywhere."""
    return zlib.crc32(text.encode()) / 2**32


class Steps:
    """A game that is played by numbered actions.

    Example:
        >>> steps = Steps(content, seed=7)
        >>> while not steps.is_over:
        ...     steps.act(int(steps.mask().argmax()))
    """

    def __init__(self, content: Content, seed: int, actions: int = 64, quick: bool = True, places: int | None = None) -> None:
        if actions < 3:
            raise ValueError("there are at least 3 actions: an option, further, done")
        #: How many places are offered at most; as many as there are actions for, if nobody says.
        self.actions, self.most_places = actions, places
        self.game = Game(content, seed, quick=quick)
        self._ask()

    def _ask(self) -> None:
        """Looks at the next question."""
        self.question = self.game.question
        self.chosen: list[int] = []
        self.page = 0
        most = self.further if self.most_places is None else min(self.most_places, self.further)
        self.places = self.game.places(most) if self.question and self.question.place else []
        self._turn_to_legal()

    @property
    def is_over(self) -> bool:
        """Whether nobody is asked any more."""
        return self.question is None

    @property
    def seat(self) -> int:
        """Who is asked."""
        assert self.question is not None
        return self.question.seat

    @property
    def done(self) -> int:
        """The action that nothing more is chosen."""
        return self.actions - 1

    @property
    def further(self) -> int:
        """The action that shows the next options."""
        return self.actions - 2

    def _open(self) -> list[int]:
        """The options that can be taken now, on all pages."""
        question = self.question
        if question is None:
            return []
        if question.place:
            return list(range(len(self.places)))
        if len(self.chosen) >= question.most:
            return []
        if question.ordered:
            return [option for option in range(question.count) if option not in self.chosen]
        first = self.chosen[-1] + 1 if self.chosen else 0
        still = max(question.least - len(self.chosen), 1)
        return list(range(first, question.count - still + 1))

    def _turn_to_legal(self) -> None:
        pages = sorted({option // self.further for option in self._open()})
        if pages and self.page not in pages:
            self.page = next((page for page in pages if page > self.page), pages[0])

    def shown(self) -> list[tuple[int, int]]:
        """The actions that take an option, each with its option."""
        first = self.page * self.further
        return [(option - first, option) for option in self._open() if 0 <= option - first < self.further]

    def mask(self) -> Mask:
        """For each action, whether it can be taken now."""
        mask = np.zeros(self.actions, dtype=np.int8)
        question = self.question
        if question is None:
            return mask
        can_take = self._open()
        for action, _ in self.shown():
            mask[action] = 1
        if any(option // self.further != self.page for option in can_take):
            mask[self.further] = 1
        if (len(self.chosen) >= question.least) if not question.place else (question.least == 0 or not can_take):
            mask[self.done] = 1
        return mask

    def act(self, action: int) -> None:
        """Takes an action that the mask allows."""
        if not 0 <= action < self.actions or not self.mask()[action]:
            raise ValueError(f"action {action} is not allowed now")
        question = self.question
        assert question is not None
        if action == self.done:
            nothing: list[int] | None = [] if question.least == 0 else None
            self._answer(nothing if question.place else self.chosen)
        elif action == self.further:
            pages = sorted({option // self.further for option in self._open()})
            self.page = next((page for page in pages if page > self.page), pages[0])
        elif question.place:
            self._answer(self.places[action])
        else:
            self.chosen.append(self.page * self.further + action)
            if len(self.chosen) == question.most:
                self._answer(self.chosen)
            else:
                self._turn_to_legal()

    def _answer(self, answer: Answer) -> None:
        """Answers the question."""
        self.game.decide(answer)
        self._ask()

    def returns(self) -> list[float]:
        """What the game is worth to each seat once it is over: 1 for who won, -1 for who lost, 0 if nobody won."""
        outcome = self.game.outcome
        players = self.game.content.players
        if outcome is None or not outcome["winners"]:
            return [0.0] * len(players)
        return [1.0 if player in outcome["winners"] else -1.0 for player in players]

    def copy(self) -> Self:
        """Another game that stands where this one does."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.game, other.chosen = self.game.copy(), list(self.chosen)
        return other

    def __getstate__(self) -> tuple[int, int | None, Game, list[int], int]:
        return self.actions, self.most_places, self.game, self.chosen, self.page

    def __setstate__(self, state: tuple[int, int | None, Game, list[int], int]) -> None:
        self.actions, self.most_places, self.game, chosen, page = state
        self._ask()
        self.chosen, self.page = chosen, page

    def __deepcopy__(self, memo: Any) -> Self:
        return self.copy()


class Eyes:
    """What a player may know of a game, as a vector of ``size`` numbers.

    First ``HEAD`` numbers: rounds, whether the player is asked, who is asked (seats from 1), what sort of question it is (5 numbers, one
    of them 1), least, most, how many are chosen, page, a fingerprint of the question, how many decisions were made, whether the game is
    over.

    Then for each action that takes an option ``OPTION`` numbers: whether it is there, the row of the thing it stands for, its
    number, x, y, facing, a fingerprint of its id. All 0 for who is not asked.

    Then ``BUCKETS`` numbers each for dice pools, lasting effects and keyed states: how often something with this fingerprint is
    there, or for states the sum of what they hold.

    Then a row for each thing, in the order of ``Content.layout()``, those that can be made in play last: known, in play, face up, owner
    (seats from 1), the row of what it lies on (from 1), x, y, facing, how many lie on it; then its fields; then its tokens. Of a thing that
    the player does not know all are 0.

    Fields: numbers, inches and degrees are themselves; yes is 1; words, rows and spaces count from 1 in the order of the content;
    things are the number of their row, from 1; of a set stands how many it has; a field that is kept from the player is -1.
    """

    def __init__(self, content: Content, actions: int = 64) -> None:
        layout = content.layout()
        self.actions = actions
        self.seats = {player: seat for seat, player in enumerate(content.players, 1)}
        self.kinds: dict[str, dict[str, Any]] = {kind["kind"]: kind for kind in layout["kinds"]}
        self.spaces: dict[str, tuple[int, float, float]] = {
            space["id"]: (number, float(space["x"]), float(space["y"])) for number, space in enumerate(layout["spaces"], 1)
        }
        #: For each kind, where each field stands in a row, with its type and the numbers of its values.
        self.fields: dict[str, dict[str, tuple[int, str, bool, dict[str, int]]]] = {}
        self.tokens: dict[str, dict[str, int]] = {}
        width: dict[str, int] = {}
        for name, kind in self.kinds.items():
            self.fields[name] = {
                field["name"]: (
                    BASE + place,
                    field["type"],
                    field["set"],
                    {value: number for number, value in enumerate(field["said"], 1)},
                )
                for place, field in enumerate(kind["fields"])
            }
            after = BASE + len(kind["fields"])
            self.tokens[name] = {token: after + place for place, token in enumerate(kind["tokens"])}
            width[name] = after + len(kind["tokens"])
        #: For each thing its row's number, from 1, and where the row begins.
        self.rows: dict[str, tuple[int, int]] = {}
        #: For each kind, the rows of things that are made in play.
        self.spare: dict[str, list[tuple[int, int]]] = {}
        at, number = HEAD + OPTION * (actions - 2) + 3 * BUCKETS, 1
        for thing in layout["things"]:
            self.rows[thing["id"]] = (number, at)
            at, number = at + width[thing["kind"]], number + 1
        for name, kind in self.kinds.items():
            self.spare[name] = []
            for _ in range(kind["later"]):
                self.spare[name].append((number, at))
                at, number = at + width[name], number + 1
        self.size = at

    def see(self, steps: Steps, player: str) -> Vector:
        """What a player may know now."""
        seen = np.zeros(self.size, dtype=np.float32)
        snapshot = steps.game.snapshot(player)
        rows = self._rows_now(snapshot)
        self._head(seen, steps, snapshot, player)
        self._options(seen, steps, snapshot, player, rows)
        self._shared(seen, snapshot, rows)
        for thing in _things(snapshot):
            self._thing(seen, thing, rows)
        return np.nan_to_num(seen)

    def _rows_now(self, snapshot: dict[str, Any]) -> dict[str, tuple[int, int]]:
        """The rows, those of things that were made in play too, in the order in which the snapshot tells them."""
        made = [thing for thing in _things(snapshot) if thing["id"] not in self.rows]
        if not made:
            return self.rows
        rows, taken = dict(self.rows), dict.fromkeys(self.spare, 0)
        for thing in made:
            kind = thing["kind"]
            if taken[kind] < len(self.spare[kind]):
                rows[thing["id"]] = self.spare[kind][taken[kind]]
                taken[kind] += 1
        return rows

    def _head(self, seen: Vector, steps: Steps, snapshot: dict[str, Any], player: str) -> None:
        asked = snapshot["decision"]
        seen[0] = snapshot["round"]
        seen[13] = steps.game.decisions
        seen[14] = snapshot["outcome"] is not None
        if asked is None:
            return
        is_asked = asked["by"] == player
        seen[1] = is_asked
        seen[2] = self.seats.get(asked["by"], 0)
        if asked["kind"] in _KINDS:
            seen[3 + _KINDS.index(asked["kind"])] = 1
        if is_asked:
            seen[8], seen[9] = asked["least"], asked["most"]
            seen[10], seen[11] = len(steps.chosen), steps.page
            seen[12] = fingerprint(asked["prompt"])

    def _options(
        self,
        seen: Vector,
        steps: Steps,
        snapshot: dict[str, Any],
        player: str,
        rows: dict[str, tuple[int, int]],
    ) -> None:
        asked = snapshot["decision"]
        if asked is None or asked["by"] != player:
            return
        where = {thing["id"]: thing["at"] for thing in _things(snapshot)}
        for action, option in steps.shown():
            at = HEAD + OPTION * action
            seen[at] = 1
            if asked["kind"] == "place":
                place = steps.places[option]
                seen[at + 3 : at + 6] = place["x"], place["y"], place["facing"]
                continue
            name = asked["options"][option]["id"]
            about = name.split("/")[0]
            seen[at + 1] = rows.get(about, (0, 0))[0]
            seen[at + 2] = _number(name)
            if name in self.spaces:
                number, x, y = self.spaces[name]
                seen[at + 2 : at + 5] = number, x, y
            else:
                seen[at + 3 : at + 6] = self._place(where.get(about))
            seen[at + 6] = fingerprint(name)

    def _shared(self, seen: Vector, snapshot: dict[str, Any], rows: dict[str, tuple[int, int]]) -> None:
        first = HEAD + OPTION * (self.actions - 2)
        for pool in snapshot["pools"]:
            for die in pool:
                seen[first + _bucket([die["die"], die["face"]])] += 1
        for effect in snapshot["effects"]:
            seen[first + BUCKETS + _bucket([effect["effect"], effect["about"]])] += 1
        for entry in snapshot["states"]:
            value = self._value(entry["value"], {}, rows) or 1.0
            seen[first + 2 * BUCKETS + _bucket([entry["state"], entry["key"]])] += value

    def _thing(self, seen: Vector, thing: dict[str, Any], rows: dict[str, tuple[int, int]]) -> None:
        if thing["id"] not in rows:
            return
        at, kind = rows[thing["id"]][1], thing["kind"]
        seen[at] = 1
        seen[at + 1], seen[at + 2] = thing["in_play"], thing["face_up"]
        seen[at + 3] = self.seats.get(thing["owner"], 0)
        seen[at + 4] = rows.get(thing["on"], (0, 0))[0]
        seen[at + 5 : at + 8] = self._place(thing["at"])
        seen[at + 8] = sum(1 if isinstance(held, str) else held["count"] for held in thing["holds"])
        fields = self.fields[kind]
        for told in (thing["facts"], thing["state"]):
            for name, value in told.items():
                if name in fields:
                    place, _, _, values = fields[name]
                    seen[at + place] = self._value(value, values, rows)
        for name in thing["hidden"]:
            if name in fields:
                seen[at + fields[name][0]] = -1
        for token, count in thing["tokens"].items():
            if token in self.tokens[kind]:
                seen[at + self.tokens[kind][token]] = count

    def _value(self, value: Any, values: dict[str, int], rows: dict[str, tuple[int, int]]) -> float:
        if value is None:
            return 0.0
        if isinstance(value, (bool, int, float)):
            return float(value)
        if isinstance(value, list):
            return float(len(value))
        if isinstance(value, str):
            if value in values:
                return float(values[value])
            if value in rows:
                return float(rows[value][0])
            return float(self.spaces.get(value, (0, 0, 0))[0])
        # A place, or a card that is not known.
        return 1.0 if "unknown" not in value else -1.0

    def _place(self, place: dict[str, Any] | None) -> tuple[float, float, float]:
        if place is None:
            return 0.0, 0.0, 0.0
        if "x" in place:
            return place["x"], place["y"], place["facing"]
        spaces = place.get("spaces") or [place.get("of")]
        _, x, y = self.spaces.get(spaces[0], (0, 0.0, 0.0))
        return x, y, 0.0


def _things(snapshot: dict[str, Any]) -> list[dict[str, Any]]:
    game = [snapshot["game"]] if snapshot["game"] else []
    parts = (snapshot[part] for part in ("players", "pieces", "cards", "decks"))
    return [*game, *(thing for part in parts for thing in part)]


def _bucket(what: Any) -> int:
    return zlib.crc32(json.dumps(what, sort_keys=True).encode()) % BUCKETS


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0
