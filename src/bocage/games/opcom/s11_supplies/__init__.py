"""Supplies (11): what is used, where it is drawn, open roads, parked stacks."""
