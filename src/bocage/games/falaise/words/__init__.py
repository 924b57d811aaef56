"""The words of The Pocket at Falaise: actions as players write them, events as people read them."""
