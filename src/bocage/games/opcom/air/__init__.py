"""The air (12, 13): squadrons and serials, their orders, what they do, and what it costs them."""
