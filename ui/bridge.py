"""Between the deciding thread and the glass: one mailbox that holds the latest picture; touches that become work.

The deciding thread puts a new picture into the mailbox after all that was decided; the glass takes the newest whenever
it likes and draws from it alone, so one that was missed or drawn twice does no harm. What it needs of a table stands in
`ui.ports`.

Started, the referee decides in a thread of its own; otherwise `pump` decides what was left, in the caller's.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

import msgspec

from companion.prompts import UNDO, WAYS_OUT, read
from companion.seats import TABLE, Seat
from companion.views import (
    BoardPanel,
    Hint,
    PromptPanel,
    Row,
    TallyPanel,
    View,
)
from ui.picture import Begun, Own, Picture, Told, prompt_of
from ui.ports import (
    PIECES,
    Acknowledged,
    Heard,
    Narrowing,
    Notice,
    Ruling,
    Table,
    Unlocked,
)

if TYPE_CHECKING:
    from companion.windows import Window

__all__ = ["Bridge"]

ALLOW_TAKE_BACK: Final = "allow_take_back"
"""The question of a seat whose other side asks to take something back."""


class Bridge:
    """The way of one table to the glass and back. `latest`, `look`, `hide`, `pick` are the glass's; the rest is not.

    ring: called on the deciding thread whenever there is a new picture.
    """

    def __init__(self, table: Table, ring: Callable[[], object] = lambda: None) -> None:
        self.table, self._ring = table, ring
        self._lock = threading.Lock()
        self._mail: Picture | None = None
        # the glass's own: which opening of a private window it means
        self._key = 0
        # the deciding thread's own
        self._open: tuple[int, Window] | None = None
        self._asked = ""
        self._laid: Ruling | None = None  # what was begun in the open, by a piece or a touch
        self._read = ""
        self._explained: tuple[str, Hint] | None = None
        self._troubles: dict[str, str] = {}
        self._held = (0, "")
        self._tags = 0
        self._refused = 0
        self._told = Told()
        table.listen(self._decided)
        table.hang(self)
        table.do(lambda: None)

    # ---- the glass ---------------------------------------------------------------------------------------------

    def latest(self) -> Picture | None:
        """The newest picture, without a private view that was hidden meanwhile."""
        with self._lock:
            picture = self._mail
        if picture is not None and picture.own is not None and picture.key != self._key:
            return msgspec.structs.replace(picture, own=None)
        return picture

    @property
    def key(self) -> int:
        """Which attempt to look was the last."""
        return self._key

    def look(self, seat: str, pin: str | None) -> None:
        """Asks to see a seat's window; `own` follows, or `denied`. None: proof was given by a seal."""
        self._key += 1
        key = self._key
        self.table.do(lambda: self._look(key, seat, pin))

    def hide(self) -> None:
        """Nothing private is seen from now on, whatever the deciding thread is doing."""
        self._key += 1
        self.table.do(self._hide)

    def pick(self, seat: str, choice: str, basis: int | None = None) -> None:
        """A touch on the public screen: only what a public screen may name is taken there."""
        self.table.do(lambda: self._pick_publicly(seat, choice, basis))

    def pick_own(self, choice: str, basis: int | None = None) -> None:
        """A touch in the private window that is open now; nothing if it closed meanwhile."""
        key = self._key
        self.table.do(lambda: self._pick_privately(key, choice, basis))

    def weigh_own(self, choice: str) -> None:
        """A finger is held on what is not offered in the private window: `weighed` says there why not."""
        key = self._key
        self.table.do(lambda: self._weigh(key, choice))

    def answer(self, seat: str, choice: str, basis: int | None = None) -> None:
        """An answer that was given in a private window and had to wait: it counts, though that may be hidden now."""
        self.table.do(lambda: self._answer(seat, choice, basis))

    def put_aside(self) -> None:
        """What was laid on the reader for a private window is kept no longer."""
        self.table.do(self.table.put_aside)

    def illustrate(self, rule: str) -> None:
        """A rule is read from now on, another, or none: `illustration` shows it on the table at hand."""
        self.table.do(lambda: self._illustrate(rule))

    def play(self) -> None:
        """Time for the seats that a program plays."""
        self.table.do(self.table.play)

    def vouch(self, piece: str) -> None:
        """Somebody says that a figure stands where it should, though no reader feels it."""
        self.table.do(lambda: self.table.vouch(piece))

    def learn(self) -> None:
        """The hint was read: it is not shown again tonight."""
        self.table.do(self._learn)

    def forget(self) -> None:
        """A refusal or question was read: it need not stand there any longer."""
        self.table.do(self._forget)

    def pump(self) -> int:
        """Decides all that was left, in this thread; how much it was."""
        return self.table.step()

    # ---- the deciding thread -----------------------------------------------------------------------------------

    def _look(self, key: int, seat: str, pin: str | None) -> None:
        self._told = Told()
        if self.table.sitter(seat).program or (pin is not None and not self.table.pin_fits(seat, pin)):
            self._told = Told(denied=key)
            return
        self._open = (key, self.table.window(Seat(seat)))
        self._asked = self._question()
        kept = self.table.kept_for(seat)
        if isinstance(kept, Ruling | Narrowing):
            self._scanned(kept)

    def _hide(self) -> None:
        self._open = None
        self._told = Told()

    def _illustrate(self, rule: str) -> None:
        self._read = rule

    def _hint(self) -> tuple[str, Hint] | None:
        """What there is to explain in the window that is open, from what stands in it and nothing else."""
        if not self.table.hints:
            return None
        seat = self._open[1].seat if self._open is not None else TABLE
        view = self.table.window(Seat(seat)).view()
        asked = prompt_of(view)
        if asked is None or not asked.choices or (seat != TABLE and asked.seat != seat):
            return None
        if asked.ask in ("take_back", ALLOW_TAKE_BACK):
            return None  # it belongs to no phase, so no rule of the phase explains it
        hint = self.table.hint(seat, asked.ask, view.phase)
        return (seat, hint) if hint is not None else None

    def _learn(self) -> None:
        found = self._hint()
        if found is not None:
            self.table.learn(found[0], found[1].key)

    def _forget(self) -> None:
        self._told = Told()

    def _pick_publicly(self, seat: str, choice: str, basis: int | None) -> None:
        if self.table.sitter(seat).program:
            return  # nobody answers for it
        self._explained = self._hint()
        back = self._asked_back()
        if back is not None:
            if seat == back.seat:
                self._rule(self.table.pick(seat, choice, basis), public=True)
            return
        asked = prompt_of(self.table.window().view())
        prompt = self.table.window(Seat(seat)).prompt()
        begun = self._begun(asked)
        if begun is not None and begun.prompt.seat == seat and _answers(begun.prompt, choice):
            self._rule(self.table.pick(seat, choice, basis), public=True)
            return
        if asked is None or asked.seat != seat or prompt is None or prompt.ask != asked.ask:
            self._told = Told(held_up=True)
            return
        ruling = self.table.pick(seat, choice, basis)
        self._rule(ruling, public=True)
        still = prompt_of(self.table.window().view())
        if ruling.accepted and still is not None and still.ask == asked.ask:
            self._laid = ruling  # what was begun before everybody's eyes goes on there

    def _answer(self, seat: str, choice: str, basis: int | None) -> None:
        if self.window() == seat and self._open is not None:
            self._pick_privately(self._open[0], choice, basis)
        else:
            self.table.pick(seat, choice, basis)

    def _pick_privately(self, key: int, choice: str, basis: int | None) -> None:
        if self._open is None or self._open[0] != key:
            return
        self._explained = self._hint()
        ruling = self.table.pick(self._open[1].seat, choice, basis)
        self._rule(ruling, public=False)
        if ruling.accepted and self._question() != self._asked and self._nothing_private():
            self._open = None

    def _weigh(self, key: int, choice: str) -> None:
        if self._open is not None and self._open[0] == key:
            ruling = self.table.weigh(self._open[1].seat, choice)
            self._told = msgspec.structs.replace(self._told, own_weighed=ruling)

    def _rule(self, ruling: Ruling, public: bool) -> None:
        if ruling.accepted:
            self._told = Told()
            if self._explained is not None:  # whoever has done it knows it
                self.table.learn(self._explained[0], self._explained[1].key)
        else:
            self._refused += public
            self._told = Told(refusal=ruling) if public else Told(own_refusal=self.table.whispered(ruling))

    def _question(self) -> str:
        prompt = self._open[1].prompt() if self._open else None
        return prompt.ask if prompt is not None else ""

    def _nothing_private(self) -> bool:
        """True when the open window asks what the public screen asks, and no hand answers it: play goes on there.

        By the public screen alone: when a curtain falls must not hang on what is behind it.
        """
        asked = prompt_of(self.table.window().view())
        here = asked is not None and asked.seat == self.window() and asked.ask == self._question()
        return asked is not None and here and bool(asked.choices) and not asked.hand

    # ---- what can be seen, for pieces on the reader

    def window(self) -> Seat | None:
        """Whose private window is open."""
        return self._open[1].seat if self._open is not None else None

    def begun(self) -> tuple[Seat, frozenset[str]] | None:
        """Whose step goes on before everybody's eyes, and the answers that stand there."""
        begun = self._begun(prompt_of(self.table.window().view())) if self._laid is not None else None
        if begun is None or not begun.prompt.choices:
            return None
        return Seat(begun.prompt.seat), frozenset(choice.id for choice in begun.prompt.choices)

    def _decided(self, heard: Heard) -> None:
        """Puts what is to be seen now into the mailbox. Called after all that was decided."""
        self._hear(heard)
        if self._open is not None:
            asked = self._question()
            if self._asked and not asked:
                self._open = None  # the seat's turn is over
            self._asked = asked or self._asked
        picture = self._picture()
        with self._lock:
            self._mail = picture
        self._ring()

    def _hear(self, heard: Heard) -> None:
        self._tags += isinstance(heard, Unlocked | Ruling | Narrowing | Acknowledged)
        match heard:
            case Notice(device=device, say=say, over=over):
                self._troubles.pop(device, None)
                if not over:
                    self._troubles[device] = say
            case Unlocked(seat=seat):
                self._held = (self._held[0] + 1, seat)
            case Ruling() | Narrowing():
                self._scanned(heard)
            case Acknowledged():
                self._told = Told()
            case _:
                pass

    def _scanned(self, heard: Ruling | Narrowing) -> None:
        """A piece on the table. Its answer is for the window of its seat if that is open, else for all."""
        mine = self.window() == heard.seat
        if isinstance(heard, Narrowing):
            self._told = Told(own_narrowed=heard) if mine else Told(narrowed=heard)
        elif heard.accepted:
            self._told = Told()
            self._laid = self._laid if mine else heard  # what was begun before everybody's eyes goes on there
        else:
            self._refused += not mine
            self._told = Told(own_refusal=self.table.whispered(heard)) if mine else Told(refusal=heard)

    def _begun(self, asked: PromptPanel | None) -> Begun | None:
        """The question of a step that was begun in the open, while it goes on."""
        laid = self._laid
        if laid is None:
            return None
        view = self.table.window(Seat(laid.seat)).view()
        prompt = prompt_of(view)
        if prompt is None or prompt.seat != laid.seat or asked is None or prompt.ask == asked.ask:
            self._laid = None
            return None
        seen = {name for panel in view.panels if isinstance(panel, BoardPanel) for name in _names(panel)}
        choices = [choice for choice in prompt.choices if choice.id != UNDO]
        if all(read(choice.id).what in seen or choice.id in WAYS_OUT or not choice.private for choice in choices):
            return Begun(msgspec.structs.replace(prompt, note="", about=(), taken=()), prompt.card)
        hidden = PromptPanel(seat=prompt.seat, ask=prompt.ask, say="", choices=())
        return Begun(hidden, None)

    def _asked_back(self) -> PromptPanel | None:
        """The question whether the other side may take something back: everybody heard it, so all may read it."""
        for seat in self.table.seats:
            prompt = self.table.window(Seat(seat)).prompt()
            if prompt is not None and prompt.ask == ALLOW_TAKE_BACK:
                return prompt_of(self.table.window(Seat(seat)).view())
        return None

    def _opened(self, public: View) -> View:
        """The game is over: what a side may count, all may read."""
        known = [self.table.window(Seat(seat)).view() for seat in self.table.seats]
        panels = tuple(
            msgspec.structs.replace(panel, rows=tuple(_best_known(row, known) for row in panel.rows))
            if isinstance(panel, TallyPanel)
            else panel
            for panel in public.panels
        )
        return msgspec.structs.replace(public, panels=panels)

    def _picture(self) -> Picture:
        table, told = self.table, self._told
        own, key, found = None, 0, self._hint()
        hint = found[1] if found is not None else None
        if self._open is not None:
            key, window = self._open
            language = table.sitter(window.seat).language
            drawn = window.illustrate(self._read, language) if self._read else None
            view = window.view(language)
            own = Own(
                window.seat, view, window.basis, told.own_refusal, told.own_narrowed, drawn, hint, told.own_weighed
            )
        public = table.window()
        view = public.view()
        over = public.outcome() is not None
        return Picture(
            table=self._opened(view) if over else view,
            basis={seat: table.window(Seat(seat)).basis for seat in table.seats},
            own=own,
            key=key,
            begun=self._begun(prompt_of(view)),
            asked_back=self._asked_back(),
            refusal=told.refusal,
            refused=self._refused,
            narrowed=told.narrowed,
            held_up=told.held_up,
            denied=told.denied,
            held=self._held,
            laid=self._tags,
            programs=frozenset(seat for seat in table.seats if table.sitter(seat).program),
            persons={seat: person for seat in table.seats if (person := table.sitter(seat).person)},
            troubles=tuple(self._troubles.values()),
            sealed=table.sealed(),
            proof=table.prove() if over else None,
            illustration=public.illustrate(self._read) if self._read and own is None else None,
            hint=hint if own is None else None,
        )


def _names(board: BoardPanel) -> Iterator[str]:
    """The figures and patrols that everybody sees."""
    for piece in board.pieces:
        if not piece.secret:
            yield piece.id
            if piece.group is not None:
                yield piece.group


def _best_known(row: Row, views: list[View]) -> Row:
    """A row of the public tally as the one seat counts it that knows more."""
    counted = [
        other for view in views for panel in view.panels if isinstance(panel, TallyPanel) for other in panel.rows
    ]
    return next((other for other in counted if other.id == row.id and other.value != row.value), row)


def _answers(prompt: PromptPanel, choice: str) -> bool:
    """Whether a pick is offered, or names another figure where figures are asked for: the rule says why not."""
    offered = {entry.id for entry in prompt.choices}
    forms = {read(entry).form for entry in offered} & PIECES
    return choice in offered or read(choice).form in forms
