"""The tables of the database, and how an older one is brought up to date (Alembic)."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from fivethreefive.language import InvalidInput
from fivethreefive.server.storage.postgresql_timeouts import migration_time

MIGRATIONS = Path(__file__).with_name("migrations")

metadata = sa.MetaData()

owners = sa.Table(
    "owners",
    metadata,
    sa.Column("name", sa.String(40), primary_key=True),
    sa.Column("beat", sa.BigInteger, nullable=False),
)
"""Server processes, and when each was last alive, in milliseconds of its own monotonic clock."""

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("code", sa.String(12), nullable=False, unique=True),
    sa.Column("owner", sa.String(40)),
    sa.Column("epoch", sa.Integer, nullable=False),
    sa.Column("due", sa.BigInteger),
    sa.Column("due_for", sa.String(40)),
    sa.Column("state", sa.String(12), nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("updated", sa.BigInteger, nullable=False),
    sa.Index("tables_due", "due"),
    sa.Index("tables_updated", "updated"),
)
"""``owner`` runs the table since ``epoch``; ``due`` is when its timer runs out, by the clock of the owner,
``due_for`` for what; ``created`` and ``updated`` are milliseconds since 1970."""

events = sa.Table(
    "events",
    metadata,
    sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)

tokens = sa.Table(
    "tokens",
    metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("scope", sa.String(8), nullable=False),
    sa.Index("tokens_table", "table_id"),
)
"""Who holds which seat: the SHA-256 of each token, and whether it is a person's or a bot's."""


def upgrade(engine: sa.Engine, may_make: bool) -> None:
    """Bring the database up to date; a new one is made where it may.

    Raises InvalidInput for a database of a later version than this program knows, or of no tables.
    """
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))  # "%" is syntax there.
    script = ScriptDirectory.from_config(config)
    with engine.begin() as connection:
        current = MigrationContext.configure(connection).get_current_revision()
        # Also where the file is there: it may be the database of another program.
        if current is None and not may_make:
            raise InvalidInput("no_tables_kept", place=engine.url.render_as_string())
        known = [revision.revision for revision in script.walk_revisions()]
        if current is not None and current not in known:
            raise InvalidInput("database_newer", revision=current)
        if current != script.get_current_head():
            config.attributes["connection"] = connection  # In this transaction: all of it or nothing.
            with migration_time(connection):
                command.upgrade(config, "head")
