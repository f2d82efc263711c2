"""A fast player without search: weights fitted to what searches find."""
