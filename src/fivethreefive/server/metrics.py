"""Counts for Prometheus: no names, no hands, no codes."""

from __future__ import annotations

from fivethreefive.server.context import Context

HELP = {
    "tables_in_memory": ("gauge", "Tables in memory."),
    "connections": ("gauge", "Open WebSockets."),
    "connections_refused": ("counter", "Connections refused for there being too many."),
    "tables": ("counter", "Tables made."),
    "moves": ("counter", "Actions played."),
    "messages": ("counter", "Messages from clients taken."),
    "messages_refused": ("counter", "Messages refused as malformed or too many."),
    "origins_refused": ("counter", "WebSockets refused for their origin."),
    "updates": ("counter", "Updates sent."),
    "appends": ("counter", "Appends stored."),
    "store_failures": ("counter", "Failures of the database."),
    "commits": ("counter", "Transactions they took."),
    "bots_late": ("counter", "Bot plays decided by the fallback."),
}


def prometheus(context: Context) -> str:
    """All counts in Prometheus' text format."""
    hub = context.hub
    values = dict(hub.services.counters)  # What has not happened yet is missing there, and is 0.
    values |= {
        "tables_in_memory": len(hub.rooms),
        "connections": context.admission.sockets.count,
        "appends": hub.services.writer.appends,
        "commits": hub.services.writer.commits,
        "bots_late": hub.services.workers.late,
    }
    lines = []
    for name, (kind, text) in HELP.items():
        full = f"fivethreefive_{name}" + ("_total" if kind == "counter" else "")
        lines += [f"# HELP {full} {text}", f"# TYPE {full} {kind}", f"{full} {values.get(name, 0)}"]
    return "\n".join(lines) + "\n"
