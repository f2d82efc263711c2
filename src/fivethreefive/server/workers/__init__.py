"""Processes that think for bots, hints and reviews, apart from the event loop."""
