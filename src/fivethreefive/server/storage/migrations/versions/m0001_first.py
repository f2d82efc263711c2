"""The first tables: owners, tables, their events, and the tokens of seats."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "owners",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("beat", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("code", sa.String(12), nullable=False, unique=True),
        sa.Column("owner", sa.String(40)),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("due_for", sa.String(40)),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
    )
    op.create_index("tables_due", "tables", ["due"])
    op.create_index("tables_updated", "tables", ["updated"])
    table = sa.ForeignKey("tables.id", ondelete="CASCADE")
    op.create_table(
        "events",
        sa.Column("table_id", sa.Integer, table, primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    table = sa.ForeignKey("tables.id", ondelete="CASCADE")
    op.create_table(
        "tokens",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.Integer, table, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("scope", sa.String(8), nullable=False),
    )
    op.create_index("tokens_table", "tokens", ["table_id"])
