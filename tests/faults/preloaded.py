"""Everything that a server loads when it starts, for the process that servers are forked from."""

from __future__ import annotations

import uvicorn

from bocage.ai import load_game
from bocage.games import GAMES
from bocage.server.app import make_app

uvicorn.Config(make_app(), log_config=None).load()
for name in GAMES:
    load_game(name)
