"""What tests share, each thing in a module of its own."""
