"""The table at a terminal, as an app that fills it or in plain lines for any terminal and screen reader.

``plain`` and ``app`` are two ways to show a table; neither knows the other. Both take it from ``sources``
(a game on this machine, a server's table, a record) and say it with the wording of ``text``.
"""
