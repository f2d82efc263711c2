"""Tables for others: ``runner`` starts the server, ``http`` and ``sockets`` take requests to ``rooms``.

Rooms use ``workers`` and ``storage``; a table itself is ``fivethreefive.table``.
"""
