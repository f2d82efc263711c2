"""The database: its schema, the store of tables and the thread that writes."""
