"""What lies over a screen: sheets to read, lists to choose from, lines to type."""
