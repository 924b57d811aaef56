"""The `bocage` command: one module a command group."""

from bocage.cli import completion


def main() -> None:
    """Answer the shell that completes a word, or run the command."""
    if completion.asked_by():
        completion.main()
        return
    from bocage.cli.app import main as run

    run()
