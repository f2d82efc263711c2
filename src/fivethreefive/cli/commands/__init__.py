"""The commands, each in a module of its name: ``run`` does it and returns the exit code."""
