"""The judge of The Pocket at Falaise: positions, questions and facts of its rule cases."""
