"""The table as an app that fills the terminal: cards, seats, log and scores, by keys or by mouse.

Nothing here knows the rules. What is drawn follows from the newest ``View`` of a source, which a game on
this machine, a server's table and a record all give alike; only what the modules ``local``, ``remote`` and
``record`` build a view from differs.

- ``main`` is the app, ``table`` its screen and ``watching`` that of a record; ``bars``, ``seats``,
  ``centre``, ``hand``, ``opened``, ``waiting`` and ``scores`` are the parts of a screen, on a ``canvas``.
- ``over`` frames what lies over the table; ``sheets`` are read (``pages`` says what), ``boxes`` ask.
- ``player`` plays; ``dialogs`` gathers what else can be done: ``reading``, ``ends``, ``around``, ``menu``.
"""
