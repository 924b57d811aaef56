"""Actions drawn from the whole grammar: right, nearly right, wrong and impossible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from bocage.engine.actions import Action, Grammar, Verb, first, second


def drawn(
    grammar: Grammar,
    legal: Sequence[Action],
    rng: Random,
    count: int,
    done: Sequence[Action] = (),
) -> Iterator[Action]:
    """So many actions around what is legal and far from it, and some that were done before."""
    ways = (_anything, _anything, _one_changed, _one_changed, _crossed, _out_of_range, _stray)
    for _ in range(count):
        if done and rng.random() < 0.2:
            yield rng.choice(done)
        else:
            yield rng.choice(ways)(grammar, legal, rng)


def _anything(grammar: Grammar, legal: Sequence[Action], rng: Random) -> Action:
    verb = rng.choice(grammar.verbs)
    return verb(*(rng.randrange(len(names)) for names in verb.arguments))


def _one_changed(grammar: Grammar, legal: Sequence[Action], rng: Random) -> Action:
    if not legal:
        return _anything(grammar, legal, rng)
    verb, arguments = _taken_apart(grammar, rng.choice(legal))
    if not arguments:
        return verb()
    i = rng.randrange(len(arguments))
    arguments[i] = rng.randrange(len(verb.arguments[i]))
    return verb(*arguments)


def _crossed(grammar: Grammar, legal: Sequence[Action], rng: Random) -> Action:
    """Return the verb of one legal action with arguments of others."""
    if not legal:
        return _anything(grammar, legal, rng)
    verb, arguments = _taken_apart(grammar, rng.choice(legal))
    for i, names in enumerate(verb.arguments):
        other = rng.choice(legal)
        value = (first, second)[i](other)
        arguments[i] = value if value < len(names) else arguments[i]
    return verb(*arguments)


def _out_of_range(grammar: Grammar, legal: Sequence[Action], rng: Random) -> Action:
    verb = rng.choice(grammar.verbs)
    values = [rng.randrange(len(names), 1 << 16) for names in verb.arguments]
    return verb(*values)


def _stray(grammar: Grammar, legal: Sequence[Action], rng: Random) -> Action:
    """Return a bit too many, a verb that does not exist, a negative number."""
    action = rng.choice(legal) if legal else _anything(grammar, legal, rng)
    return rng.choice((action | 1 << rng.randrange(64), -action - 1, rng.randrange(1 << 45)))


def _taken_apart(grammar: Grammar, action: Action) -> tuple[Verb, list[int]]:
    verb = grammar.verb(action)
    assert verb is not None
    return verb, [first(action), second(action)][: len(verb.arguments)]
