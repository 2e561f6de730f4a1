"""The HTTP half of the protocol: see ``messages`` for the list, ``docs/protocol.md`` for what it means."""
