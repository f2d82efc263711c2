"""The rules: options, melds, the catalogue of actions, tables compiled from them, and the kernel."""
