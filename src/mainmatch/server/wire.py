"""The messages of `docs/protocol.md` as types: what is accepted is strict, what is sent is complete.

What a viewer may know of a match is no type of this file: only `projection.project` makes that.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

PROTOCOL = 1
MAX_FRAME = 8192
"""Bytes of the largest frame or body that is accepted."""

CommandId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
SeatNumber = Annotated[int, Meta(ge=0, le=63)]
TalkerNumber = Annotated[int, Meta(ge=1)]
Short = Annotated[str, Meta(max_length=64)]
T = TypeVar("T")


# ---------------------------------------------------------------- bodies of requests
class Given(Struct, forbid_unknown_fields=True, frozen=True):
    """Base of everything accepted."""


class ClockGiven(Given):
    """A clock as somebody asks for it."""

    pace: Short
    amount: Annotated[int, Meta(ge=1, le=366)] | None = None


class AidsGiven(Given):
    """Aids of the table to allow or forbid; those that are missing stay."""

    cards_seen: bool | UnsetType = UNSET
    cross_out: bool | UnsetType = UNSET


class TalkGiven(Given):
    """Settings of talk; those that are missing stay."""

    side_rooms: bool | UnsetType = UNSET
    shows_members: bool | UnsetType = UNSET
    largest: Annotated[int, Meta(ge=2, le=63)] | UnsetType | None = UNSET
    quiet: Annotated[list[Short], Meta(max_length=64)] | UnsetType = UNSET
    transcripts: bool | UnsetType = UNSET


class You(Given):
    """Who creates a room."""

    name: str
    seat: SeatNumber | None = 0


class CreateRoom(Given):
    """Body of `POST /api/rooms`."""

    game: Short
    you: You
    players: Annotated[int, Meta(ge=1, le=63)] | None = None
    options: dict[str, Any] | None = None
    clock: ClockGiven = ClockGiven("none")
    bots: Short = "normal"
    aids: AidsGiven = AidsGiven()
    talk: TalkGiven = TalkGiven()
    practise: bool = False
    language: Literal["ko", "en"] | None = None
    name: str | None = None


class Join(Given):
    """Body of `POST /api/rooms/{code}/join`."""

    name: str
    seat: SeatNumber | None = None


class Nothing(Given):
    """A body without fields."""


class Claim(Given):
    """Body of `POST /api/move`."""

    token: Short
    name: str | None = None
    """Of whoever takes a chair on loan."""


# ---------------------------------------------------------------- commands
class Command(Given, tag_field="type", kw_only=True):
    """Base of all commands."""

    id: CommandId


class Decide(Command, tag="decide"):
    """Make the open decision with this id."""

    decision: Short
    action: dict[str, Any]


class Sit(Command, tag="sit"):
    """Take a chair."""

    name: str | None = None
    seat: SeatNumber | None = None


class ChangeSeat(Command, tag="change_seat"):
    """Move to another free chair."""

    seat: SeatNumber


class Rename(Command, tag="rename"):
    """Go by another name."""

    name: str


class Leave(Command, tag="leave"):
    """Give the chair up."""


class Away(Command, tag="away"):
    """Let a bot play until one comes back."""


class KeepNotebook(Command, tag="note"):
    """Keep one's private notebook of a match as it is now."""

    match: Annotated[int, Meta(ge=1, le=1_000_000_000)]
    notebook: dict[str, Any] | None


class Back(Command, tag="back"):
    """Play again."""


class Unseal(Command, tag="unseal"):
    """Take back one's sealed choice while others still owe theirs."""

    decision: Short


class AskTakeBack(Command, tag="ask_take_back"):
    """Ask the others whether one's last decision may be taken back."""


class Agree(Command, tag="agree"):
    """The last decision may be taken back."""


class Decline(Command, tag="decline"):
    """The last decision may not be taken back; or one does not want it any more."""


class Reclaim(Command, tag="reclaim"):
    """Play oneself again on the chair that one lends."""


class TakeHost(Command, tag="take_host"):
    """Become the host in place of one who has been gone for long."""


class Configure(Command, tag="configure"):
    """Change what will be played."""

    game: Short | UnsetType = UNSET
    players: Annotated[int, Meta(ge=1, le=63)] | UnsetType = UNSET
    options: dict[str, Any] | UnsetType = UNSET
    clock: ClockGiven | UnsetType = UNSET
    bots: Short | UnsetType = UNSET
    aids: AidsGiven | UnsetType = UNSET
    talk: TalkGiven | UnsetType = UNSET
    practise: bool | UnsetType = UNSET
    name: str | UnsetType | None = UNSET


class AddBot(Command, tag="add_bot"):
    """Put a bot on a free chair."""

    seat: SeatNumber
    bot: Short | None = None


class Remove(Command, tag="remove"):
    """Take somebody from a chair."""

    seat: SeatNumber


class Readmit(Command, tag="readmit"):
    """Forget who was removed."""


class StandIn(Command, tag="stand_in"):
    """Let a bot play for somebody who is not connected."""

    seat: SeatNumber


class HandOver(Command, tag="hand_over"):
    """Make somebody else the host."""

    seat: SeatNumber


class PauseMatch(Command, tag="pause"):
    """Let the match stand still."""


class Resume(Command, tag="resume"):
    """Go on with the match."""


class Start(Command, tag="start"):
    """Begin a match."""


class Stop(Command, tag="stop"):
    """End the match in progress without a result."""


# ---------------------------------------------------------------- talk
class TalkCommand(Command):
    """Base of what people do to talk; from any tab, with or without a chair."""


class Introduce(TalkCommand, tag="introduce"):
    """Go by a name without a chair, and enter the spectators' room."""

    name: str


class Say(TalkCommand, tag="say"):
    """Say something in a room."""

    room: Short
    text: str


class OpenSideRoom(TalkCommand, tag="open_side_room"):
    """Open a side room and invite these people."""

    whom: Annotated[list[TalkerNumber], Meta(min_length=1, max_length=63)]


class Invite(TalkCommand, tag="invite"):
    """Invite somebody into a side room, or let in who has knocked."""

    room: Short
    whom: TalkerNumber


class TurnAway(TalkCommand, tag="turn_away"):
    """Do not let in who has knocked; take an invitation back."""

    room: Short
    whom: TalkerNumber


class Knock(TalkCommand, tag="knock"):
    """Ask to be let into a side room."""

    room: Short


class Enter(TalkCommand, tag="enter"):
    """Accept an invitation."""

    room: Short


class LeaveSideRoom(TalkCommand, tag="leave_side_room"):
    """Leave a side room, decline an invitation, or knock no longer."""

    room: Short


class Mute(TalkCommand, tag="mute"):
    """Hear somebody no longer."""

    whom: TalkerNumber


class Unmute(TalkCommand, tag="unmute"):
    """Hear somebody again."""

    whom: TalkerNumber


class Report(TalkCommand, tag="report"):
    """Show a message that one has received to the host."""

    n: Annotated[int, Meta(ge=1)]
    reason: str


class Silence(TalkCommand, tag="silence"):
    """Let somebody write no longer."""

    whom: TalkerNumber


class Unsilence(TalkCommand, tag="unsilence"):
    """Let somebody write again."""

    whom: TalkerNumber


AnyTalk = (
    Introduce
    | Say
    | OpenSideRoom
    | Invite
    | TurnAway
    | Knock
    | Enter
    | LeaveSideRoom
    | Mute
    | Unmute
    | Report
    | Silence
    | Unsilence
)

AnyCommand = (
    Decide
    | Sit
    | ChangeSeat
    | Rename
    | Leave
    | Away
    | Back
    | Unseal
    | AskTakeBack
    | Agree
    | Decline
    | Reclaim
    | TakeHost
    | PauseMatch
    | Resume
    | KeepNotebook
    | Configure
    | AddBot
    | Remove
    | Readmit
    | StandIn
    | HandOver
    | Start
    | Stop
    | AnyTalk
)


class Ping(Given, tag_field="type", tag="ping"):
    """I am here."""


class Ack(Given, tag_field="type", tag="ack"):
    """This update has been taken in."""

    seq: Annotated[int, Meta(ge=0)]


class TakeBack(Given, tag_field="type", tag="take_back"):
    """Play in this tab again."""


Frame = AnyCommand | Ping | Ack | TakeBack


# ---------------------------------------------------------------- what is sent besides projections
class Problem(Struct, omit_defaults=True):
    """Why something was not done."""

    code: str
    text: str
    clause: str | None = None


class Hello(Struct, tag_field="type", tag="hello"):
    """First on every connection."""

    time: int
    seat: int | None
    active: bool
    ping_s: int
    protocol: int = PROTOCOL


class Answer(Struct, tag_field="type", tag="answer", omit_defaults=True):
    """To a command."""

    id: str
    ok: bool
    error: Problem | None = None


class Pong(Struct, tag_field="type", tag="pong"):
    """To a ping."""

    time: int


class Active(Struct, tag_field="type", tag="active"):
    """Does this tab play?"""

    active: bool


class Notice(Struct, tag_field="type", tag="notice"):
    """Something for people to read."""

    code: Literal["elsewhere", "moved", "removed", "restarting"]
    text: str


class ErrorFrame(Struct, tag_field="type", tag="error"):
    """To a frame that was no command."""

    error: Problem


Letter = Hello | Answer | Pong | Active | Notice | ErrorFrame
"""Everything that a connection may be told besides projections: no field of these carries anything of a match."""

encode = msgspec.json.Encoder(order="deterministic").encode
"""JSON bytes; the same value gives the same bytes."""

raw = Raw


_frames: msgspec.json.Decoder[Frame] = msgspec.json.Decoder(Frame)
_commands: msgspec.json.Decoder[AnyCommand] = msgspec.json.Decoder(AnyCommand)


def decode_frame(text: str | bytes) -> Frame:
    """A frame from a socket; raises msgspec.MsgspecError."""
    return _frames.decode(text)


def decode_command(body: bytes) -> AnyCommand:
    """A command from an HTTP body; raises msgspec.MsgspecError."""
    return _commands.decode(body)
