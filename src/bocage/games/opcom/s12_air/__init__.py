"""Air operations (12): orders, sorties, drops, flak, bombs, close support, reconnaissance."""
