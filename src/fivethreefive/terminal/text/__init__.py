"""Wording that plain lines and the app share, and the console that lines are written to."""
