"""Events: what happened, typed and cited, made only when somebody listens.

An event is data; its words are made when it is read. What a viewer learns of one is a
projection: the event itself, a poorer one, or nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast, dataclass_transform

from bocage.engine.rulings import Rule
from bocage.engine.scenes import Act, Scene
from bocage.engine.words import Words

if TYPE_CHECKING:
    from bocage.engine.viewers import Viewer

E = TypeVar("E", bound="Event")


class Event:
    """Something that happened, by a rule."""

    __slots__ = ()

    says: ClassVar[str]
    """Template of the sentence; its fields are the event's own."""
    alone: ClassVar[str] = ""
    """The same where the first list among its fields holds a single thing: `it moves`."""
    series: ClassVar[str] = ""
    """Template of what a row of its like begins with, if such a row is told at one go."""
    short: ClassVar[str] = ""
    """Template of its place in that row."""
    reveals: ClassVar[bool] = False
    """Whether somebody has learnt by it what was hidden: then no undo goes past it."""

    minor: ClassVar[bool] = False
    """Whether it may be left out where there is no room to tell everything: units that march."""

    act: ClassVar[Act] = "note"
    """What it looks like when it is played back."""

    rule: Rule

    def words(self) -> Words:
        """The sentence, still as data."""
        about = self._about()
        if self.alone:
            for each in cast("dict[str, Any]", about).values():
                if isinstance(each, tuple):
                    single = len(cast("tuple[Any, ...]", each)) == 1
                    return Words(self.alone if single else self.says, about)
        return Words(self.says, about)

    def in_series(self, *, first: bool = False) -> Words:
        """Its place in a row of its like, still as data; of the first, what comes before it."""
        return Words(self.series if first else self.short, self._about())

    def _about(self) -> dict[str, object]:
        return {f.name: getattr(self, f.name) for f in fields(cast("Any", self))}

    def scene(self) -> Scene:
        """Return what it looks like: units and hexes by the nouns of its sentence, the die."""
        about = self._about()
        named: dict[str, list[tuple[int, ...]]] = {"unit": [], "hex": []}
        for name, kind in Words(self.says).named():
            if kind in named:
                value = about[name]
                each = (value,) if isinstance(value, int) else tuple(cast("Any", value))
                named[kind].append(each)
        units = named["unit"] or [()]
        found = tuple(h for each in named["hex"] for h in each)
        die = str(getattr(self, "die", ""))
        return Scene(
            self.act,
            units[0],
            tuple(u for each in units[1:] for u in each),
            tuple(getattr(self, "path", found)),
            int(die) if die.isdigit() else None,
            getattr(self, "result", getattr(self, "effect", "")),
            getattr(self, "weighed", None),
        )

    def for_viewer(self, viewer: Viewer) -> Event | None:  # noqa: ARG002 - others use it
        """What this viewer learns of it. Here: all of it."""
        return self


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def event(cls: type[E]) -> type[E]:
    """Declare a kind of event: a slotted dataclass, never changed."""
    return dataclass(slots=True, unsafe_hash=True)(cls)
