"""`python -m bocage`: the same as the `bocage` command."""

from bocage.cli import main

if __name__ == "__main__":
    main()
