"""Alembic's folder: every change of the database's tables, oldest first in ``versions``."""
