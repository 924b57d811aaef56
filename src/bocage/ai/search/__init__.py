"""A player that looks ahead: it lets several staffs rehearse a turn, and takes the best plan."""
