"""Supplies (11): their use, drawing, open roads, parked stacks."""
