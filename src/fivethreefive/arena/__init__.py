"""Tournaments between bots: who meets whom, playing it out, and what it comes to.

``schedule`` says which games there are, ``game_runner`` plays one, on the processes of a pool or by
``ray_runner`` on many machines, and ``results`` keeps them; ``scores``, ``statistics``, ``ratings`` and
``standings`` make figures of them,
``report`` a page, and ``tournament`` runs it all. ``simulation`` plays games for their records.
"""
