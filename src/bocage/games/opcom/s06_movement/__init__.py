"""Unit movement (6): rates, the march hour by hour, water, contact, rail."""
