"""Tournaments between bots: who meets whom, playing it out, and what it comes to.

``schedule`` says which games there are, ``crew`` has processes to play them on and ``playing`` plays one,
``results`` keeps them, ``scores``, ``statistics``, ``ratings`` and ``standings`` make figures of them,
``report`` a page, and ``tournament`` runs it all. ``simulation`` plays games for their records.
"""
