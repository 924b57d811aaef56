"""What is said in Operation Roundup: actions as players write them, events as they are told."""
