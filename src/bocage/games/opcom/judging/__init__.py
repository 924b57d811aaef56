"""Rule cases about the arithmetic of OP COM: what is given, what is asked, what is absent."""
