"""The screens of the app: a table, and a record that is replayed."""
