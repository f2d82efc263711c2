"""A tree search over what its seat may know, with its beliefs, its end solver and its budget."""
