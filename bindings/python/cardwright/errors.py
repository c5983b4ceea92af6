"""What calls raise.

Every error has a ``code``, one word that stays as it is, for programs; its text is for people.
"""

from __future__ import annotations

__all__ = ["CallError", "CardwrightError", "ContentError", "DecisionError", "Fault"]


class CardwrightError(Exception):
    """The class of all errors of this package."""

    #: One word that stays as it is: ``unknown-option``, ``shown-since``, ...
    code: str

    def __init__(self, code: str, text: str = "") -> None:
        super().__init__(text or code)
        self.code = code

    def __reduce__(self) -> tuple[type, tuple[str, str]]:
        return type(self), (self.code, str(self))


class ContentError(CardwrightError):
    """Documents, a pack, or a saved game cannot be used."""


class DecisionError(CardwrightError):
    """An answer is not legal, or a decision is not taken back. Nothing has changed."""


class CallError(CardwrightError):
    """A call names what there is not: a viewer, an agent, a shard."""


class Fault(CardwrightError):
    """A fault of cardwright itself. Please report it."""
