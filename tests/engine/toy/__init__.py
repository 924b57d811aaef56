"""Outpost: a whole game in a few small files, the example for authors of games.

Two seats, three units each on a map of 25 hexes, five turns. Each seat hides its general
in one of its units; the seat that loses its general loses the game. Its rulebook is short:

- 1.1 Both seats hide their generals in secret, at the same time.
- 2.1 Each turn has its weather: fair three times in four, else mud.
- 2.2 Both bid in secret from 0 to 2; the higher bid moves first. After equal bids a die
  decides: on 1 to 3 Red moves first.
- 3.1 A unit steps into a neighbouring hex that is empty.
- 3.2 It has two points a turn, one in mud; a step costs one.
- 3.3 A unit that steps next to an enemy may be fired at, once, by one enemy beside it that
  has not fired this turn: it loses a step on 5 or 6.
- 3.4 The unit of a general that was not shown may rally: it shows itself and gains a point.
- 4.1 A unit may attack an enemy in a neighbouring hex once a turn.
- 4.2 The enemy loses a step on 4 or more: 1 is added for the general, taken off in mud.
- 4.3 Units that fight show whether they are the general.
- 5.1 A seat that loses its general has lost.
- 5.2 After turn 5 the side with more steps has won.
"""

from tests.engine.toy.game import Toy

__all__ = ["Toy"]
