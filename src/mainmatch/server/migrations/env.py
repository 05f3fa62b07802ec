"""How Alembic reaches the database: over the connection that the store gives it."""

from __future__ import annotations

from alembic import context

from mainmatch.server.tables import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, transactional_ddl=False)
context.run_migrations()
