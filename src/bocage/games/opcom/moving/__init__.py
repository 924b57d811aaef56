"""Movement (6, 7): pulses of an hour, roads and ground, traffic, and meeting the enemy."""
