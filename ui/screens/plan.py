"""How the evening is to be: one made ready, or map, hints and rulings chosen one by one. Then the seats."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import msgspec

from ui.locale import _, ngettext
from ui.ports import Offer, Plan, Starter
from ui.screens.listing import ListPage, Way
from ui.spoken import listed, parted

if TYPE_CHECKING:
    from ui.glass import Glass
    from ui.screens.seats import SeatsPage


class PlanPage(ListPage):
    """The evenings made ready, and what of the plan can be turned by a touch."""

    def __init__(self, glass: Glass, offer: Offer, seats: SeatsPage) -> None:
        self.offer, self.seats = offer, seats
        super().__init__(glass)

    def title(self) -> str:
        return _("What evening shall it be?")

    def note(self) -> str:
        wrong = self.glass.desk.wrong_with(self.offer.id, self.seats.players, self.seats.plan)
        return wrong or _("Take one that is made ready, or choose for yourselves.")

    def ways(self) -> list[Way]:
        desk, plan = self.glass.desk, self.seats.plan
        ways = [Way(_("To the seats"), parted(self.offer.title)[1], "next", self._done)]
        for starter in desk.starters(self.offer.id):
            note = listed((_people(starter.players), starter.note))
            ways.append(Way(starter.title, note, "moon", partial(self._take, starter), group=_("Made ready")))
        group, maps = _("Of your own"), desk.maps(self.offer.id)
        if len(maps) > 1:
            title = next((title for id, title in maps if id == plan.map), maps[0][1])
            ways.append(
                Way(_("Map: {title}").format(title=title), _("touch for another"), "globe", self._turn_map, group=group)
            )
        cards = desk.cards(self.offer.id)
        title = next((title for id, title in cards if id == plan.cards), cards[0][1])
        note = _("touch for another") if len(cards) > 1 else _("the only set there is")
        ways.append(Way(_("Cards: {title}").format(title=title), note, "hand", self._turn_cards, group=group))
        word = _("Hints: on") if plan.hints else _("Hints: off")
        ways.append(Way(word, _("each new thing once, with its rule"), "lantern", self._turn_hints, group=group))
        ways.append(
            Way(_("Rulings"), _("as ruled") if not self.seats.options else "", "rules", self._rulings, group=group)
        )
        return ways

    # ---- touches

    def _done(self) -> None:
        self.glass.turn(self.seats.again())

    def _take(self, starter: Starter) -> None:
        """An evening made ready: what is left is to sit down."""
        self.seats.plan = starter.plan
        self.seats.options = dict(starter.options)
        self.seats.sit(starter.players)
        self._done()

    def _turn_map(self) -> None:
        self._change(map=_next(self.glass.desk.maps(self.offer.id), self.seats.plan.map))

    def _turn_cards(self) -> None:
        self._change(cards=_next(self.glass.desk.cards(self.offer.id), self.seats.plan.cards))

    def _turn_hints(self) -> None:
        self._change(hints=not self.seats.plan.hints)

    def _change(self, **changes: object) -> None:
        self.seats.plan = msgspec.structs.replace(self.seats.plan, **changes)
        self.glass.turn(PlanPage(self.glass, self.offer, self.seats))

    def _rulings(self) -> None:
        from ui.screens.rulings import RulingsPage

        def back() -> None:
            self.glass.turn(PlanPage(self.glass, self.offer, self.seats))

        self.glass.turn(RulingsPage(self.glass, self.offer, self.seats.options, back))


def _people(count: int) -> str:
    return ngettext("{count} player", "{count} players", count).format(count=count)


def _next(found: tuple[tuple[str, str], ...], now: str) -> str:
    """The map or card set after this one; the usual one, which is first, is named by nothing."""
    ids = [id for id, _title in found]
    later = ids[(ids.index(now or ids[0]) + 1) % len(ids)] if now in ("", *ids) else ids[0]
    return "" if later == ids[0] else later


def plan_words(plan: Plan, maps: tuple[tuple[str, str], ...], cards: tuple[tuple[str, str], ...]) -> str:
    """What of a plan everybody should know before sitting down."""
    named = [
        next((title for id, title in found if id == chosen), found[0][1] if found else "")
        for found, chosen in ((maps, plan.map), (cards, plan.cards))
    ]
    return listed((*named, _("with hints") if plan.hints else ""))
