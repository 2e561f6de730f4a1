"""Every message between a client and the server, over HTTP and over the live connection. JSON; the page's TypeScript
types are generated from here (``web/src/lib/api/types.ts``), and ``docs/protocol.md`` explains them.

HTTP (all under ``/api``; the identity is the ``fox`` cookie, given by the first answer)::

    GET  /me                        -> Me
    PUT  /me            SetMe       -> Me
    DELETE /me          Forget      -> 204                forgets the caller, for good
    POST /me/link                   -> ResumeLink         brings the caller to another browser, once
    POST /me/words                  -> Words              six words that do the same, whenever they are needed
    POST /me/resume     Resume      -> Me                 this browser is somebody who has been here before
    POST /me/elsewhere              -> Me                 ends the caller's other browsers
    GET  /tables                    -> list[TableCard]    the caller's tables, theirs to play first
    POST /tables        NewTable    -> TableInfo
    GET  /tables/{id}               -> TableInfo          a look takes no seat
    POST /tables/{id}/sit    Sit    -> TableInfo          takes a free seat; starts the game if it was the last
    POST /tables/{id}/leave  AtSeat -> TableInfo          gives a seat back, or says that one leaves the game
    POST /tables/{id}/return AtSeat -> TableInfo          takes one's seat again
    POST /tables/{id}/free   AtSeat -> TableInfo          the host frees a seat before the start
    POST /tables/{id}/bot    SeatBot -> TableInfo         the host gives a free seat to a bot
    POST /tables/{id}/choose Choose -> TableInfo          what is to be done about an absent player
    POST /tables/{id}/resign GiveUp -> TableInfo          gives up; in a team's game, once all want to
    POST /tables/{id}/ready  Ready  -> TableInfo          one is ready for the deal, or the search, that waits
    POST /tables/{id}/suggest Suggest -> TableInfo        suggests something to the one who is to act between two rounds
    POST /tables/{id}/back   Back   -> TableInfo          takes one's last decision back, against bots only
    POST /tables/{id}/hint   AskHint -> Hint              what one had better do, against bots only
    POST /tables/{id}/rematch Rematch -> TableInfo        the table of the next game, made once for all
    GET  /tables/{id}/talk          -> list[Said]
    POST /tables/{id}/say    Say    -> Said
    POST /tables/{id}/mute   Mute   -> list[Said]         hear somebody no more, or again
    POST /tables/{id}/report Report -> 204
    GET  /tables/{id}/qr            -> Qr                 the table's address
    GET  /tables/{id}/record        -> the .fox record, once the game is over
    GET  /tables/{id}/replay?round= -> Replay             the game, step by step, once it is over
    GET  /tables/{id}/film          -> bytes              the search that ended last, until the next deal
    GET  /tables/{id}/past          -> Past               what the same players played before
    POST /replay?round= GivenRecord -> Replay             a record that one has
    GET  /lobby                     -> list[OpenTable]
    GET  /house                     -> HouseInfo
    GET  /house/legal               -> Legal

Errors are ``Problem`` with a fitting status. Live: ``/api/live``, one JSON text message a frame, tagged by ``is``.
"""

from __future__ import annotations

from renardiere.bots.hints import DuetHint, FennecsHint, ForestHint, Hint
from renardiere.server.messages.games import (
    Daily,
    DailyGame,
    Day,
    DayOthers,
    GivenRecord,
    HouseInfo,
    Legal,
    Past,
    PastGame,
    PlayDaily,
    Replay,
    ReplayRound,
    ReplayStep,
    TeamScore,
)
from renardiere.server.messages.live import (
    Act,
    Bye,
    Done,
    FromClient,
    FromServer,
    Hand,
    Lit,
    Look,
    Ping,
    Place,
    Pong,
    Practice,
    Practise,
    Problem,
    Reach,
    Refused,
    Sync,
    Table,
    Talk,
    Unwatch,
    Update,
    Watch,
    Welcome,
)
from renardiere.server.messages.parts import (
    END,
    OFFERED,
    PLAYED,
    SIGNALS,
    WORDS,
    Choice,
    Count,
    Language,
    Level,
    Name,
    Number,
    Phrase,
    RequestId,
    Seat,
    Share,
    Speed,
    Strict,
    TableId,
    TextSize,
    Theme,
)
from renardiere.server.messages.people import Forget, Me, Qr, Resume, ResumeLink, SetMe, Sleep, Words
from renardiere.server.messages.tables import (
    Absence,
    AskHint,
    AtSeat,
    Back,
    BotSeat,
    Choose,
    Clock,
    ClockInfo,
    DailyTry,
    DayClock,
    EndInfo,
    GiveUp,
    MoveClock,
    Mute,
    MySeat,
    NewTable,
    OpenSeat,
    OpenTable,
    Ready,
    Rematch,
    Report,
    Said,
    Say,
    SearchInfo,
    SeatBot,
    SeatInfo,
    Shuffle,
    Sit,
    Suggest,
    TableCard,
    TableInfo,
)

__all__ = [
    "END",
    "OFFERED",
    "PLAYED",
    "SIGNALS",
    "WORDS",
    "Absence",
    "Act",
    "AskHint",
    "AtSeat",
    "Back",
    "BotSeat",
    "Bye",
    "Choice",
    "Choose",
    "Clock",
    "ClockInfo",
    "Count",
    "Daily",
    "DailyGame",
    "DailyTry",
    "Day",
    "DayClock",
    "DayOthers",
    "Done",
    "DuetHint",
    "EndInfo",
    "FennecsHint",
    "ForestHint",
    "Forget",
    "FromClient",
    "FromServer",
    "GiveUp",
    "GivenRecord",
    "Hand",
    "Hint",
    "HouseInfo",
    "Language",
    "Legal",
    "Level",
    "Lit",
    "Look",
    "Me",
    "MoveClock",
    "Mute",
    "MySeat",
    "Name",
    "NewTable",
    "Number",
    "OpenSeat",
    "OpenTable",
    "Past",
    "PastGame",
    "Phrase",
    "Ping",
    "Place",
    "PlayDaily",
    "Pong",
    "Practice",
    "Practise",
    "Problem",
    "Qr",
    "Reach",
    "Ready",
    "Refused",
    "Rematch",
    "Replay",
    "ReplayRound",
    "ReplayStep",
    "Report",
    "RequestId",
    "Resume",
    "ResumeLink",
    "Said",
    "Say",
    "SearchInfo",
    "Seat",
    "SeatBot",
    "SeatInfo",
    "SetMe",
    "Share",
    "Shuffle",
    "Sit",
    "Sleep",
    "Speed",
    "Strict",
    "Suggest",
    "Sync",
    "Table",
    "TableCard",
    "TableId",
    "TableInfo",
    "Talk",
    "TeamScore",
    "TextSize",
    "Theme",
    "Unwatch",
    "Update",
    "Watch",
    "Welcome",
    "Words",
]
