"""The table as an app that fills the terminal: cards, seats, log and scores, by keys or by mouse.

Nothing here knows the rules. What is drawn follows from the newest ``View`` of a source, which a game on
this machine, a server's table and a record all give alike.

``main`` is the app; it shows one of the ``screens``, which are made of ``widgets`` and open ``dialogs``.
"""
