"""A table in plain lines: told as it happens, played by typing."""
