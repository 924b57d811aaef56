"""One module a theatre, each with `build() -> Draft`."""
