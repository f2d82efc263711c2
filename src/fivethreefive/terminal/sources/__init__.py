"""Where the views of a table come from: a game on this machine, a server's table, a record."""
