"""The tables of the database. Migrations in `migrations/` bring an older database to this form."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
)

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

SERVER = Table(
    "server",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column(
        "alive_at", BigInteger, nullable=False, comment="ms; the last moment at which the server is known to have run"
    ),
)

ROOMS = Table(
    "rooms",
    METADATA,
    Column("code", String(16), primary_key=True),
    Column("name", Text),
    Column("language", String(8), nullable=False),
    Column("status", String(16), nullable=False, comment="lobby, playing, over"),
    Column("game", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False, comment="JSON"),
    Column("pace", String(16), nullable=False),
    Column("amount", Integer),
    Column("bots", Text, nullable=False),
    Column("aids", Text, nullable=False, server_default="{}", comment="JSON: aid, allowed"),
    Column("talk", Text, nullable=False, server_default="{}", comment="JSON: settings of talk"),
    Column("practise", Boolean, nullable=False, server_default=false(), comment="nobody else may sit"),
    Column("host", String(64), comment="hash of the host's key"),
    Column("host_name", Text),
    Column("removed", Text, nullable=False, comment="JSON: hashes of those who were asked to leave"),
    Column("matches", Integer, nullable=False),
    Column("stopped", Text, comment="why the last match was stopped, if it was"),
    Column("paused", Text, comment="JSON: since when, and how much time each open decision had left"),
    Column("asked", Text, comment="JSON: who asks to take the last decision back, and who has agreed"),
    Column("created_at", BigInteger, nullable=False),
    Column("updated_at", BigInteger, nullable=False, index=True),
)

SEATS = Table(
    "seats",
    METADATA,
    Column("room", ForeignKey("rooms.code"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(8), nullable=False, comment="human, bot, empty"),
    Column("name", Text),
    Column("person", String(64), index=True, comment="SHA-256 of the holder's key"),
    Column("bot", Text),
    Column("away", Boolean, nullable=False),
    Column("lender", String(64), comment="hash of the key of whoever lends this chair"),
    Column("lent_to", Text, comment="the name of whoever plays for the lender"),
)

MATCHES = Table(
    "matches",
    METADATA,
    Column("id", String(32), primary_key=True, comment="room code and number: KXWTRM.1"),
    Column("room", ForeignKey("rooms.code"), nullable=False, index=True),
    Column("number", Integer, nullable=False),
    Column("game", Text, nullable=False),
    Column("version", Text, nullable=False, comment="of the rules"),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False, comment="JSON"),
    Column("names", Text, nullable=False, comment="JSON, by seat"),
    Column("key", LargeBinary, nullable=False, comment="secret until the match is over"),
    Column("commitment", String(64), nullable=False),
    Column("status", String(16), nullable=False, comment="playing, over, stopped"),
    Column("outcome", Text, comment="JSON"),
    Column("started_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
)

DECISIONS = Table(
    "decisions",
    METADATA,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column(
        "number",
        Integer,
        primary_key=True,
        autoincrement=False,
        comment="from 1 without a gap, those taken back as well: two writers cannot both go on",
    ),
    Column("seat", Integer, nullable=False),
    Column("action", Integer, nullable=False, comment="number in the game's action table"),
    Column("by", String(16), nullable=False, comment="person, bot, stand_in, clock"),
    Column("draws", Text, nullable=False, comment="JSON: [[outcomes, value], ...]"),
    Column("told", Text, nullable=False, comment="JSON: what happened"),
    Column("at", BigInteger, nullable=False),
)

HOLDERS = Table(
    "holders",
    METADATA,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("person", String(64), primary_key=True),
    Column("seat", Integer, nullable=False, comment="the seat that this person has held in this match"),
)

NOTEBOOKS = Table(
    "notebooks",
    METADATA,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("person", String(64), primary_key=True),
    Column("notebook", Text, nullable=False, comment="JSON, for the eyes of this person alone"),
)

COMMANDS = Table(
    "commands",
    METADATA,
    Column("room", ForeignKey("rooms.code"), primary_key=True),
    Column("person", String(64), primary_key=True),
    Column("command", String(64), primary_key=True),
    Column("answer", Text, nullable=False, comment="JSON, as it was sent"),
    Column("at", BigInteger, nullable=False, index=True),
)

FRAMES = Table(
    "frames",
    METADATA,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("file", LargeBinary, nullable=False, comment="zlib of the match file"),
    Column("frames", LargeBinary, nullable=False, comment="zlib of every state, event and decision"),
    Column("tables", LargeBinary, nullable=False, comment="zlib of the last table and the log of every viewer"),
)

DEADLINES = Table(
    "deadlines",
    METADATA,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("room", String(16), nullable=False),
    Column("decision", String(64), nullable=False),
    Column("due_at", BigInteger, nullable=False, index=True),
)

ROOM_EVENTS = Table(
    "room_events",
    METADATA,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("after_decision", Integer, nullable=False),
    Column("note", Text, nullable=False, comment="JSON"),
    Column("at", BigInteger, nullable=False),
)

MOVE_LINKS = Table(
    "move_links",
    METADATA,
    Column("token", String(64), primary_key=True, comment="SHA-256 of the link's secret"),
    Column("room", ForeignKey("rooms.code"), nullable=False),
    Column("person", String(64), nullable=False, index=True),
    Column("kind", String(8), nullable=False, server_default="move", comment="move, lend"),
    Column("expires_at", BigInteger, nullable=False),
)

TALK = Table(
    "talk",
    METADATA,
    Column("room", ForeignKey("rooms.code"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False, comment="from 1 without a gap"),
    Column("event", Text, nullable=False, comment="JSON: what was said or happened, and in which room"),
    Column("at", BigInteger, nullable=False),
)
