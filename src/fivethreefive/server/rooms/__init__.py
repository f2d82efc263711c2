"""The tables in memory, their clients, clocks, bots and hints."""
