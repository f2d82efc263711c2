"""The game behind the interfaces that researchers use: a module an interface, each an extra of its own."""
