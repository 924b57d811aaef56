"""The Pocket at Falaise: the closing of the pocket, August 1944."""
