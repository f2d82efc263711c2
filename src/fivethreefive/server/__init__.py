"""The server: tables that people and bots play at over WebSockets, kept in a database.

``table`` is a pure fold of a table's events, ``commands`` what may be done at it and ``views`` what
each viewer may know. ``store`` keeps events, ``hub`` and ``room`` run tables, ``app`` speaks HTTP.
"""
