"""The rules of The Pocket at Falaise, module by module."""
