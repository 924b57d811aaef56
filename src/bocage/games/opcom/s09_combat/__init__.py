"""Combat (9): permission to attack, grouping of fights, scores, results, retreats, fire."""
