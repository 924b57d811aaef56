"""The `bocage` command: one module a command group."""

from bocage.cli.app import app, main

__all__ = ["app", "main"]
