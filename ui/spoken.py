"""What the house says to the glass, in words: where a game stands, why not, a seal, a title."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from companion.ports import Trouble
from companion.views import Track, TracksPanel, View
from ui.locale import _, later

TROUBLES: Final = {
    ("card", "several"): later("One card at a time: lift all cards from the reader, then lay one."),
    ("card", "unclear"): later("The reader feels a card but cannot read its number: lay it flat on the middle."),
    ("card", "refused"): later("The reader cannot use this tag: take another, or choose on the screen."),
    ("card", "restarted"): later("The card reader was restarted."),
    ("card", "dead"): later("The card reader does not answer: check its wires. Until then choose cards on the screen."),
    ("card", "missing"): later("The card reader cannot be opened: ./kuroko doctor says why. Choose on the screen."),
    ("card", "failed"): later("The card reader's program failed; it tries again."),
    ("board", "offline"): later("The zone board {name} is offline: plug it in. Until then choose zones on the screen."),
    ("board", "failed"): later("The zone board {name} is offline: plug it in. Until then choose zones on the screen."),
    ("board", "foreign"): later("The zone board {name} has other firmware: write ours to it with firmware/flash."),
    ("board", "misnamed"): later("A zone board is found, but none called {name}: ./kuroko doctor says what to do."),
    ("zone", "dead"): later(
        "The reader of zone {name} does not answer: check its wires. Until then choose this zone on the screen."
    ),
    ("zone", "unclear"): later("Zone {name} feels a figure but cannot read it: put it onto the middle."),
    ("zones", "failed"): later("The zones' program failed; it goes on. Choose on the screen what it missed."),
    ("figure", "between"): later("A figure is felt in two zones at once: put it onto the middle of one."),
    ("pin", "missing"): later("{name} cannot be used: ./kuroko doctor says why."),
    ("pins", "missing"): later("Lamps, buttons and buzzer cannot be used: ./kuroko doctor says why."),
}
"""What ails a device, by the first word of its name and by kind; a card reader may have any name."""
FIRST_WIDE: Final = 0x2E80
"""Where the signs of Chinese and Japanese begin."""


def headline(general: str, say: str) -> tuple[str, str]:
    """A refusal as a line above and a sentence below: what nobody may do, then this case and the way out.

    >>> headline("A guard cannot cross a wall; go round.", "A guard cannot cross the wall to B3; go round.")
    ('A guard cannot cross a wall', 'A guard cannot cross the wall to B3; go round.')
    >>> headline("No movement is left; go on next turn.", "No movement is left; go on next turn.")
    ('No movement is left', 'Go on next turn.')
    >>> headline("衛兵は塀を越えられません。回ってください。", "衛兵はB3への塀を越えられません。回ってください。")[0]
    '衛兵は塀を越えられません'
    """
    # Chinese has a semicolon of its own, and Japanese none: there a stop parts the two.
    head, _found, out = re.sub("[；。]", ";", general, count=1).partition(";")
    if not out:
        return general.rstrip(".。"), "" if say == general else say
    out = out.strip()
    return head, out[:1].upper() + out[1:] if say == general else say


def standing(view: View) -> tuple[bool, str]:
    """Whether the night has begun, and where it stands in words: `Turn 7 of 20, Cards`."""
    tracks = next((panel.tracks for panel in view.panels if isinstance(panel, TracksPanel)), ())
    phase = next((track for track in tracks if track.style == "phases"), None)
    turn = next((track for track in tracks if track.style == "rope"), None)
    begun = phase is None or phase.at > 0
    said = [in_words(turn)] if begun and turn is not None else []
    said += [phase.word] if phase is not None else []
    return begun, listed(said)


def stood(notes: Mapping[str, str], language: str) -> str:
    """Where a game was left by its public note, in that language; as it was written where it was not said in it.

    >>> stood({"say": "Turn 3", "said": '{"en": "Turn 3", "ja": "第3刻"}'}, "ja"), stood({"say": "Turn 3"}, "ja")
    ('第3刻', 'Turn 3')
    """
    try:
        said = msgspec.json.decode(notes.get("said", "{}"), type=dict[str, str])
    except msgspec.DecodeError:
        said = {}
    return said.get(language) or notes.get("say", "")


def in_words(track: Track) -> str:
    """A long track in words: with its name, unless its words say all without it.

    >>> in_words(Track(id="turn", name="Turn", at=7, of=20, word="7 of 20"))
    'Turn 7 of 20'
    >>> in_words(Track(id="turn", name="刻", at=7, of=20, word="第7刻／20"))
    '第7刻／20'
    """
    return f"{track.name} {track.word}" if track.word.startswith(str(track.at)) else track.word


def listed(parts: Iterable[str], wide: bool | None = None) -> str:
    """Parts one after another, with the comma that goes with their signs, or the wide one; empty ones are left out.

    >>> listed(["Turn 7 of 20", "", "Cards"]), listed(["第7刻／20", "衛兵札"])
    ('Turn 7 of 20, Cards', '第7刻／20、衛兵札')
    """
    said = [part for part in parts if part]
    if wide is None:
        wide = any(ord(sign) >= FIRST_WIDE for part in said for sign in part)
    return ("、" if wide else ", ").join(said)


def parted(title: str) -> tuple[str, str]:
    """What stands before the colon of a title, and behind it.

    >>> parted("Ninja: Legend of the Scorpion Clan"), parted("忍者：蠍一族伝"), parted("Shinobi Arts")
    (('Ninja', 'Legend of the Scorpion Clan'), ('忍者', '蠍一族伝'), ('', 'Shinobi Arts'))
    """
    head, _colon, name = title.replace("：", ": ").rpartition(": ")
    return head, name


def seal_words(seal: str) -> str:
    """As much of a seal as people compare.

    >>> seal_words("4f2a91c703deb85c" + 48 * "0")
    '4f2a 91c7 03de b85c'
    """
    return " ".join(seal[at : at + 4] for at in range(0, 16, 4))


def strange_tag(reason: str, uid: str) -> str:
    """What is said of a tag that is no piece of this game, and none of its seals."""
    if reason == "unknown_tag":
        return _("This tag ({uid}) is no piece of this game: enrol it, or use the screen.").format(uid=uid)
    return _("This seal opens nothing tonight: seals are held up before a game.")


def trouble_words(trouble: Trouble) -> str:
    """What ails a device, in the language of the screen; in English with every detail, as the device says it.

    >>> trouble_words(Trouble("zone G7", "The reader of zone G7 does not answer: check its wires.", kind="dead"))
    'The reader of zone G7 does not answer: check its wires.'
    """
    device, _space, name = trouble.device.partition(" ")
    english = TROUBLES.get((device, trouble.kind)) or TROUBLES.get(("card", trouble.kind))
    if english is None or (said := _(english)) == english:
        return trouble.say
    return said.format(name=name)


def unfit_words(why: str) -> str:
    """Why a tag cannot be used, and what to do: by the word of `ui.ports.HeldTag`."""
    if why == "random":
        return _("A phone shows another number each time; use a card, keyring or sticker.")
    if why == "half":
        return _("The reader's driver gives half of this tag's number; choose rc522 in rig.toml.")
    return _("This tag's number cannot be read whole; hold it up again.")


def title_of(titles: Mapping[str, str], language: str) -> str:
    """The title of a game in a language, else in English."""
    return titles.get(language) or titles["en"]
