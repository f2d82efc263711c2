"""What Alembic runs to apply migrations: on the connection that ``schema.upgrade`` hands in."""

from __future__ import annotations

from alembic import context

from fivethreefive.server.storage.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
