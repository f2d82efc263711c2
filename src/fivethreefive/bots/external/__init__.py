"""Bots from outside this package: classes by import path, and programs by their command line."""
