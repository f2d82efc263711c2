"""Where a table's deals come from, and how anybody can check that they are fair."""
