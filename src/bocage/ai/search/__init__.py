"""A player that looks ahead: it rehearses the plans of several staffs and plays the best."""
