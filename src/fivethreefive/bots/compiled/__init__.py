"""The bots that decide at once, as compiled loops call them."""
