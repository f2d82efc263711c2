"""What is answered over plain HTTP."""
