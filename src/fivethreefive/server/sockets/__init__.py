"""Connections from outside: WebSockets, and how many one address may hold open."""
