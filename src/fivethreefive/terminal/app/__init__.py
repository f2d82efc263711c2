"""The table as an app that fills the terminal: cards, seats, log and scores, by keys or by mouse.

Nothing here knows the rules. What is drawn follows from the newest ``View`` of a source, which a game on
this machine, a server's table and a record all give alike; only what the packages ``local`` and
``record`` build a view from differs.
"""
