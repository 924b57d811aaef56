"""What is said in The Pocket at Falaise: actions as players write them, events as told."""
