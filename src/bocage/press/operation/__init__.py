"""What an evening of OP COM needs on paper: briefs, order sheets, packs, and the panic bundle."""
