"""Events: typed, cited records of what happened, made only when somebody listens.

An event is data; its words are made when it is read. A viewer receives a projection: the event
itself, a reduced one, or nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast, dataclass_transform

from bocage.engine.rulings import Rule
from bocage.engine.scenes import Act, Scene
from bocage.engine.words import Words

if TYPE_CHECKING:
    from bocage.engine.odds import Weigh
    from bocage.engine.viewers import Viewer

E = TypeVar("E", bound="Event")


class Event:
    """Something that happened under a rule."""

    __slots__ = ()

    says: ClassVar[str]
    """The template of the sentence; its fields are the event's own."""
    alone: ClassVar[str] = ""
    """The template used if the first list among its fields holds a single thing: `it moves`."""
    series: ClassVar[str] = ""
    """The template that introduces several events of this kind when they are reported together."""
    short: ClassVar[str] = ""
    """The template of one event in that series."""
    reveals: ClassVar[bool] = False
    """Whether it revealed something hidden to somebody; then no undo goes back past it."""

    minor: ClassVar[bool] = False
    """Whether it may be omitted if space is short: units that march."""

    act: ClassVar[Act] = "note"
    """How it looks when it is played back."""

    rule: Rule

    def words(self) -> Words:
        """Return the sentence as data."""
        about = self._about()
        if self.alone:
            for each in cast("dict[str, Any]", about).values():
                if isinstance(each, tuple):
                    single = len(cast("tuple[Any, ...]", each)) == 1
                    return Words(self.alone if single else self.says, about)
        return Words(self.says, about)

    def in_series(self, *, first: bool = False) -> Words:
        """Return its part in a series of such events, as data; for the first, with the
        introduction.
        """
        return Words(self.series if first else self.short, self._about())

    def _about(self) -> dict[str, object]:
        return {f.name: getattr(self, f.name) for f in fields(cast("Any", self))}

    def scene(self) -> Scene:
        """Return its scene: units and hexes by the nouns of its sentence, the die."""
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
        weigh: Weigh | None = getattr(self, "weigh", None)
        return Scene(
            self.act,
            units[0],
            tuple(u for each in units[1:] for u in each),
            tuple(getattr(self, "path", found)),
            int(die) if die.isdigit() else None,
            getattr(self, "result", getattr(self, "effect", "")),
            None if weigh is None else weigh(),
        )

    def for_viewer(self, viewer: Viewer) -> Event | None:  # noqa: ARG002 - others use it
        """Return the part of it that this viewer learns; by default all of it."""
        return self


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def event(cls: type[E]) -> type[E]:
    """Declare a kind of event: a slotted dataclass, never changed."""
    return dataclass(slots=True, unsafe_hash=True)(cls)
