"""The words of Operation Roundup: actions as players write them, events as people read them."""
