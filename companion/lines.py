"""The referee protocol: one JSON object a line in, exactly one out, and it never dies of input."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final, TextIO

import msgspec

from companion.files import BadFile
from companion.findings import Finding, Ignored, Narrowed, Opened, Ruled
from companion.game import BadOpening, Opening, marked
from companion.games.catalogue import CATALOGUE, game
from companion.journal import BadJournal, Journal
from companion.manifest import Manifest
from companion.ports import Observation, Watch
from companion.prompts import Prompt
from companion.referee import Referee
from companion.seats import REFEREE, TABLE, Seat
from companion.session import Fault, Session
from companion.unknown import plain
from companion.verdicts import Accepted, Verdict

Request = dict[str, Any]
Answer = dict[str, Any]


class BadRequest(ValueError):
    """A line that cannot be answered. code: a word for programs; the text is a sentence for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Lines:
    """One table that is led by requests. `answer` never raises for what a request says."""

    KEYS: Final[dict[str, frozenset[str]]] = {
        "games": frozenset(),
        "new": frozenset({"game", "players", "seed", "map", "cards", "options", "manifest", "journal"}),
        "load": frozenset({"position", "seed"}),
        "prompt": frozenset({"seat"}),
        "pick": frozenset({"seat", "choice", "basis"}),
        "told": frozenset({"seat", "since"}),
        "position": frozenset({"seat"}),
        "view": frozenset({"seat"}),
        "lights": frozenset(),
        "observe": frozenset({"reader", "uid", "event"}),
        "watch": frozenset({"zones"}),
        "vouch": frozenset({"piece"}),
        "result": frozenset(),
        "random": frozenset({"picks", "seed"}),
    }
    """Every request, and the keys that it takes beside `do`."""

    def __init__(self) -> None:
        self._referee: Referee | None = None
        self._journal: Journal | None = None

    def answer(self, line: str) -> str:
        """The answer to one line, without its line break."""
        return msgspec.json.encode(self.reply(line), enc_hook=plain).decode()

    def reply(self, line: str | Request) -> Answer:
        """The answer to one request, as an object."""
        try:
            request = _decoded(line) if isinstance(line, str) else line
            do = request.get("do")
            if not isinstance(do, str) or do not in self.KEYS:
                raise BadRequest("unknown_request", f"do: {do!r} is none; requests are {', '.join(self.KEYS)}")
            unknown = sorted(request.keys() - self.KEYS[do] - {"do"})
            if unknown:
                takes = ", ".join(sorted(self.KEYS[do])) or "nothing else"
                raise BadRequest("unknown_key", f"{unknown[0]}: {do} does not take it; it takes {takes}")
            handle: Callable[[Request], Answer] = getattr(self, f"_{do}")
            return {"ok": True, **handle(request)}
        except BadRequest as error:
            return {"ok": False, "code": error.code, "error": str(error)}
        except BadOpening as error:
            return {"ok": False, "code": "bad_opening", "error": str(error)}
        except BadFile as error:
            return {"ok": False, "code": "bad_file", "error": str(error)}
        except BadJournal as error:
            return {"ok": False, "code": "bad_journal", "error": str(error)}
        except Exception as error:
            return {"ok": False, "code": "fault", "error": str(Fault.of(error))}

    def close(self) -> None:
        """Lets go of the journal."""
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    # ---- one method a request -----------------------------------------------------------------------------------

    def _games(self, request: Request) -> Answer:
        return {"games": [entry.about() for entry in CATALOGUE]}

    def _new(self, request: Request) -> Answer:
        keys = ("game", "players", "seed", "map", "cards", "options")
        fields: Request = {"game": "scorpion"} | {key: request[key] for key in keys if key in request}
        opening = _converted(fields)
        manifest = _manifest(request.get("manifest"))
        return self._open(opening, manifest, request.get("journal"))

    def _load(self, request: Request) -> Answer:
        position = request.get("position")
        if not isinstance(position, dict):
            raise BadRequest("bad_request", "position: write a position as an object")
        keys = ("game", "players", "map", "cards", "options")
        fields: Request = {"game": "scorpion"} | {key: position[key] for key in keys if key in position}
        return self._open(_converted({**fields, "position": position, "seed": request.get("seed", 0)}), None, None)

    def _open(self, opening: Opening, manifest: Manifest | None, path: object) -> Answer:
        played = game(opening.game)
        if path is not None and not isinstance(path, str):
            raise BadRequest("bad_request", "journal: write a path as text, or null")
        # Opened once without a book: what is refused here must not leave a file behind.
        session: Session[Any] = Session(played, opening)
        journal = None
        if path is not None:
            opening = marked(opening)
            journal = Journal.create(path, msgspec.json.encode(opening), started=time.strftime("%Y-%m-%d %H:%M"))
            try:
                session = Session(played, opening, journal)
            except BaseException:
                journal.close()
                raise
        self.close()
        self._journal = journal
        self._referee = Referee(session, manifest or Manifest.simulated(session.tokens()))
        return {"seats": list(session.seats), "told": {seat: session.basis(seat) for seat in session.seats}}

    def _prompt(self, request: Request) -> Answer:
        seat = self._seat(request)
        session = self._table.session
        prompt = session.prompt(seat)
        return {"prompt": _prompt(session, prompt) if prompt is not None else None, "basis": session.basis(seat)}

    def _pick(self, request: Request) -> Answer:
        seat = self._seat(request, playing=True)
        choice, basis = request.get("choice"), request.get("basis")
        if not isinstance(choice, str):
            raise BadRequest("bad_request", "choice: write the id of a choice as text")
        if basis is not None and (not isinstance(basis, int) or isinstance(basis, bool)):
            raise BadRequest("bad_request", "basis: write a whole number")
        ruled = self._table.pick(seat, choice, basis)
        return _verdict(ruled.verdict, ruled.say)

    def _told(self, request: Request) -> Answer:
        since = request.get("since", 0)
        if not isinstance(since, int) or isinstance(since, bool) or since < 0:
            raise BadRequest("bad_request", "since: write a number from 0 on")
        return {"events": self._table.window(self._seat(request)).told(since)}

    def _position(self, request: Request) -> Answer:
        return {"position": self._table.session.position(self._seat(request, referee=True))}

    def _view(self, request: Request) -> Answer:
        panels = self._table.window(self._seat(request)).view().panels
        return {"view": msgspec.to_builtins(panels, enc_hook=plain)}

    def _lights(self, request: Request) -> Answer:
        return {"lights": dict(sorted(self._table.window().lights().items()))}

    def _observe(self, request: Request) -> Answer:
        event, reader, uid = request.get("event", "arrive"), request.get("reader"), request.get("uid")
        if event not in ("arrive", "leave"):
            raise BadRequest("bad_request", "event: write arrive or leave")
        if not isinstance(reader, str) or not isinstance(uid, str):
            raise BadRequest("bad_request", "reader, uid: write both as text")
        return _finding(self._table.session, self._table.observe(Observation(reader, uid.upper(), event)))

    def _watch(self, request: Request) -> Answer:
        zones = request.get("zones")
        if not isinstance(zones, list) or not all(isinstance(zone, str) for zone in zones):
            raise BadRequest("bad_request", "zones: write a list of zones")
        table = self._table
        table.post(Watch("line", frozenset(zones)))
        table.step()
        return {}

    def _vouch(self, request: Request) -> Answer:
        piece = request.get("piece")
        if not isinstance(piece, str):
            raise BadRequest("bad_request", 'piece: write a figure as text, such as "g7"')
        finding = self._table.vouch(piece)
        return _finding(self._table.session, finding) if finding is not None else {"verdict": "ignored", "reason": ""}

    def _result(self, request: Request) -> Answer:
        outcome = self._table.session.outcome()
        return {"result": msgspec.to_builtins(outcome)}

    def _random(self, request: Request) -> Answer:
        picks, seed = request.get("picks", 1), request.get("seed", 0)
        for key, value in (("picks", picks), ("seed", seed)):
            if not isinstance(value, int) or isinstance(value, bool) or value < 0:
                raise BadRequest("bad_request", f"{key}: write a number from 0 on")
        session = self._table.session
        return {"picks": session.random(picks, seed), "over": session.outcome() is not None}

    # ---- what requests name -------------------------------------------------------------------------------------

    @property
    def _table(self) -> Referee:
        if self._referee is None:
            raise BadRequest("no_game", "there is no game yet; send new or load first")
        return self._referee

    def _seat(self, request: Request, *, playing: bool = False, referee: bool = False) -> Seat:
        session = self._table.session
        seats = [*session.seats, *([] if playing else [TABLE]), *([REFEREE] if referee else [])]
        name = request.get("seat")
        if name not in seats:
            raise BadRequest("unknown_seat", f"seat: {name!r} does not sit here; seats are {', '.join(seats)}")
        return Seat(str(name))


def _decoded(line: str) -> Request:
    try:
        request = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        raise BadRequest("bad_json", f"this line is no JSON: {error}") from None
    if not isinstance(request, dict):
        raise BadRequest("bad_request", 'a request is an object such as {"do": "games"}')
    return request


def _converted(fields: dict[str, Any]) -> Opening:
    try:
        return msgspec.convert(fields, Opening)
    except msgspec.ValidationError as error:
        message, _, where = str(error).partition(" - at `$.")
        raise BadOpening(f"{where.rstrip('`') or 'new'}: {message[0].lower()}{message[1:]}") from None


def _manifest(written: object) -> Manifest | None:
    if written is None:
        return None
    if not isinstance(written, dict) or not all(isinstance(token, str) for token in written.values()):
        raise BadRequest("bad_request", "manifest: write an object of uids and tokens")
    manifest = Manifest()
    try:
        for uid, token in written.items():
            manifest.bind(uid, token)
    except ValueError as error:
        raise BadRequest("bad_manifest", f"manifest: {error}") from None
    return manifest


def _prompt(session: Session[Any], prompt: Prompt) -> Answer:
    say, words = session.say_prompt(prompt)
    choices = [{"id": choice, "say": word} for choice, word in zip(prompt.choices, words, strict=True)]
    return {"ask": prompt.ask, "say": say, "choices": choices, "optional": prompt.optional}


def _verdict(verdict: Verdict, say: str) -> Answer:
    if isinstance(verdict, Accepted):
        return {"verdict": "accepted"}
    return {"verdict": "refused", "reason": verdict.reason, "rule": verdict.rule, "say": say}


def _finding(session: Session[Any], finding: Finding) -> Answer:
    if isinstance(finding, Ruled):
        return _verdict(finding.verdict, finding.say)
    if isinstance(finding, Narrowed):
        return {"verdict": "narrowed", "seat": finding.seat, "ask": finding.ask, "choices": list(finding.choices)}
    if isinstance(finding, Opened):
        return {"verdict": "opened", "seat": finding.seat}
    assert isinstance(finding, Ignored)
    return {"verdict": "ignored", "reason": finding.reason, "say": finding.say}


def serve(source: TextIO, target: TextIO) -> None:
    """Answers every line of `source` on `target`, in order, flushed, to the end of input."""
    lines = Lines()
    try:
        for line in source:
            if line.strip():
                target.write(lines.answer(line) + "\n")
                target.flush()
    finally:
        lines.close()
