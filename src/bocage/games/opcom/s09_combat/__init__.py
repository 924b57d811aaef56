"""Combat (9): who may attack, which fights there are, scores, results, retreats, fire."""
