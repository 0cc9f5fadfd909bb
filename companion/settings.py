"""What the owner of this table likes: language, looks, sounds, waits, PINs. A broken file never stops the program.

`Settings.load` gives usable settings always, and beside them what was wrong in the file, one sentence each.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
from collections.abc import Iterable, Mapping, MutableMapping
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, get_args, get_origin, get_type_hints

import msgspec
import platformdirs

from companion.files import BadFile, TomlText, cannot_write, keep_copy, write_whole

if TYPE_CHECKING:
    import tomlkit  # slow to import, and only asked for when something is written

NAME: Final = "settings.toml"
HOME: Final = "KUROKO_HOME"
"""The environment variable that puts settings and games into one folder of one's own."""
BAD: Final = ".bad"
"""Added to the name of the copy of a file whose mistakes were about to be written over."""

Language = Literal["en", "zh_Hans", "zh_Hant", "ja"]
Theme = Literal["day", "night", "contrast", "clock"]
Turned = Literal[0, 90, 180, 270]
Percent = Annotated[int, msgspec.Meta(ge=10, le=100)]
Scale = Annotated[float, msgspec.Meta(ge=0.9, le=1.4)]
Dark = Annotated[int, msgspec.Meta(ge=0, le=240)]
Volume = Annotated[int, msgspec.Meta(ge=0, le=100)]
Curtain = Annotated[int, msgspec.Meta(ge=5, le=600)]
Pause = Annotated[float, msgspec.Meta(ge=0, le=30)]
Kept = Annotated[str, msgspec.Meta(pattern=r"^scrypt:[0-9a-f]{32}:[0-9a-f]{64}$")]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=16)]
Weight = Literal["serif", "medium", "bold"]

COMMENTS: Final = {
    "language": "en, zh_Hans, zh_Hant or ja",
    "theme": "day, night, contrast, or clock: night from eight to six",
    "brightness": "of the panel, 10 to 100",
    "scale": "everything larger or smaller, 0.9 to 1.4",
    "turned": "how far the screen is turned: 0, 90, 180 or 270",
    "dark_minutes": "the screen goes dark after so long without a touch; 0 for never",
    "left_hand": "the rail on the left",
    "calm": "no movement on the screen",
    "large_text": "larger letters",
    "sound": "true or false",
    "volume": "0 to 100",
    "open_by_seal": "the curtain asks for the seal, where a seat has one and a PIN too",
    "open_by_pin": "the curtain asks for the PIN, where a seat has one and a seal too",
    "open_by_hold": "a game that is opened now opens every private screen to a held finger, whoever's it is",
    "curtain_seconds": "how long a private screen stays open untouched, 5 to 600",
    "answer_pause_seconds": "how long each answer takes that must not tell anything, 0 to 30",
    "table": "none, simulated for a window with board, figures and cards, or board for the one in rig.toml",
    "lights": "of the lights under the board, 10 to 100; at night they are dimmer still",
    "journal_folder": "where the games are kept; empty for the usual folder",
    "fonts": "files of your own for the letters: serif, medium, bold; each with Chinese and Japanese",
    "persons": "who plays here, each with the language of the private screen",
    "pins": "made on the screen; no PIN stands here, only what one is checked against",
    "seals": "made on the screen; no tag's number stands here, only what one is checked against",
}
PROOFS: Final = ("pins", "seals")
"""Tables of what opens a seat's private screen, by seat: kept so that the file gives none of it away."""
TABLES: Final = ("fonts", "persons", *PROOFS)
MOST_PERSONS: Final = 12


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings. Change one with `msgspec.structs.replace`; ValueError for a value that cannot be.

    >>> Settings().theme
    'day'
    >>> msgspec.structs.replace(Settings(), theme="nihgt")
    Traceback (most recent call last):
    ValueError: theme: this must be 'day', 'night', 'contrast' or 'clock'
    """

    language: Language = "en"
    theme: Theme = "day"
    brightness: Percent = 100
    scale: Scale = 1.0
    turned: Turned = 0
    dark_minutes: Dark = 10
    left_hand: bool = False
    calm: bool = False
    large_text: bool = False
    sound: bool = True
    volume: Volume = 70
    open_by_seal: bool = True
    open_by_pin: bool = True
    open_by_hold: bool = False
    curtain_seconds: Curtain = 60
    answer_pause_seconds: Pause = 3.0
    table: Literal["none", "simulated", "board"] = "simulated"
    lights: Percent = 100
    journal_folder: str = ""
    fonts: dict[Weight, str] = {}
    persons: dict[Name, Language] = {}
    pins: dict[str, Kept] = {}
    seals: dict[str, Kept] = {}

    def __post_init__(self) -> None:
        for key in KEYS:
            try:
                msgspec.convert(getattr(self, key), TYPES[key])
            except msgspec.ValidationError:
                raise ValueError(f"{key}: {_must(key)}") from None

    def __repr__(self) -> str:
        # Even a salted hash of four digits is soon guessed, so none may get into a log.
        shown = [f"{key}={getattr(self, key)!r}" for key in KEYS if key not in TABLES]
        return f"Settings({', '.join(shown)}, pins of {len(self.pins)} seats, seals of {len(self.seals)})"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        return [(key, getattr(self, key)) for key in KEYS if key not in TABLES]

    @classmethod
    def load(cls, path: Path | str | None = None) -> tuple[Settings, tuple[BadFile, ...]]:
        """The settings in the file, defaults for what is missing or wrong, and a sentence for each wrong thing.

        Without `path`, the file in the folder KUROKO_HOME, or else in the user's own. No file is no mistake.
        """
        path = settings_file(path)
        try:
            if not path.exists():
                return cls(), ()
            written = TomlText.read(path)
        except BadFile as error:
            return cls(), (error,)
        except (OSError, ValueError) as error:
            return cls(), (BadFile(path, None, None, f"it cannot be read ({type(error).__name__}); choose another"),)
        values, wrong, unknown = _read(written)
        return cls(**values), tuple(sorted(wrong + unknown, key=lambda error: error.line or 0))

    def save(self, path: Path | str | None = None) -> BadFile | None:
        """Write the file whole, with the comments it had; a sentence if that cannot be, and the play goes on.

        A file with mistakes in it is kept as settings.toml.bad first.
        """
        import tomlkit

        path = settings_file(path)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            written = self._beneath(path)
            document = written.document() if written else _new_document()
            for key in KEYS:
                self._write(document, key)
            write_whole(path, written.with_changes(document) if written else tomlkit.dumps(document).encode())
        except BadFile as error:
            return error
        except OSError as error:
            return cannot_write(path, error)
        except ValueError:
            return BadFile(path, None, None, "this cannot be the name of a file; choose another")
        return None

    def with_pin(self, seat: str, pin: str) -> Settings:
        """The same settings with a PIN for the seat. ValueError unless it has 4 to 8 digits."""
        if not re.fullmatch(r"[0-9]{4,8}", pin):
            raise ValueError("a PIN has 4 to 8 digits")
        return msgspec.structs.replace(self, pins={**self.pins, seat: _kept(pin, os.urandom(16))})

    def with_seals(self, uids: Mapping[str, str]) -> Settings:
        """The same settings with a seal for each of these seats: the tag whose uid it is opens its private screen."""
        salt = os.urandom(16)  # one for all, so that a tag is hashed once and not once a seat
        return msgspec.structs.replace(self, seals={**self.seals, **{seat: _kept(uids[seat], salt) for seat in uids}})

    def with_proofs_of(self, other: Settings) -> Settings:
        """The same settings with the PINs and seals of others too, where these have none."""
        return msgspec.structs.replace(self, pins={**other.pins, **self.pins}, seals={**other.seals, **self.seals})

    def without_proofs(self, seat: str) -> Settings:
        """The same settings without PIN and seal for the seat."""
        left = {key: {name: kept for name, kept in getattr(self, key).items() if name != seat} for key in PROOFS}
        return msgspec.structs.replace(self, **left)

    def with_persons(self, persons: Mapping[str, str]) -> Settings:
        """The same settings with these persons before all others; who has not played for longest is forgotten."""
        known = {name: language for name, language in persons.items() if name}
        known |= {name: language for name, language in self.persons.items() if name not in known}
        return msgspec.structs.replace(self, persons=dict([*known.items()][:MOST_PERSONS]))

    def has_pin(self, seat: str) -> bool:
        """True when the seat's private screen asks for a PIN."""
        return seat in self.pins

    def pin_fits(self, seat: str, pin: str) -> bool:
        """True when this is the seat's PIN. Takes as long for a wrong one, and for a seat that has none."""
        _, salt, hashed = self.pins.get(seat, f"scrypt:{'00' * 16}:").split(":")
        return hmac.compare_digest(_hashed(pin, bytes.fromhex(salt)), bytes.fromhex(hashed))

    def seal_of(self, seats: Iterable[str], uid: str) -> str | None:
        """Which of these seats the tag with this uid opens, None where it opens none."""
        hashes: dict[str, bytes] = {}
        found = None
        for seat in seats:
            if seat in self.seals:
                _, salt, hashed = self.seals[seat].split(":")
                if salt not in hashes:
                    hashes[salt] = _hashed(uid, bytes.fromhex(salt))
                if hmac.compare_digest(hashes[salt], bytes.fromhex(hashed)):
                    found = seat
        return found

    def tables_folder(self) -> Path:
        """Where the books of the games are kept."""
        if self.journal_folder:
            return Path(self.journal_folder).expanduser()
        if home := os.environ.get(HOME):
            return Path(home) / "tables"
        return Path(platformdirs.user_data_dir("kuroko", appauthor=False)) / "tables"

    def _beneath(self, path: Path) -> TomlText | None:
        """The file to write into. What is written over although it is wrong is kept in a copy."""
        if not path.exists():
            return None
        try:
            written = TomlText.read(path)
        except BadFile:
            keep_copy(path, BAD)
            return None
        _, wrong, _ = _read(written)
        if wrong:
            keep_copy(path, BAD)
        return written

    def _write(self, document: tomlkit.TOMLDocument, key: str) -> None:
        value, old = getattr(self, key), document.get(key)
        if key in document and (isinstance(old, list) or isinstance(old, dict) != (key in TABLES)):
            # In the place of a table the value would belong to the table above it.
            del document[key]
        if key in TABLES:
            _write_table(document, key, value)
        elif key not in document:
            if value != DEFAULTS[key]:
                document[key] = value
        elif value != old or isinstance(old, bool) != isinstance(value, bool):  # true is not 1 in TOML
            document[key] = value


TYPES: Final[dict[str, Any]] = get_type_hints(Settings, include_extras=True)
KEYS: Final = Settings.__struct_fields__
DEFAULTS: Final = {field.name: field.default for field in msgspec.structs.fields(Settings)}


def settings_file(path: Path | str | None = None) -> Path:
    """The file of the settings: the one given, or in the folder KUROKO_HOME, or else in the user's own."""
    if path is not None:
        return Path(path)
    return Path(os.environ.get(HOME) or platformdirs.user_config_dir("kuroko", appauthor=False)) / NAME


def own_folder(kind: str, game: str, path: Path | str | None = None) -> Path:
    """Where somebody's own `maps` or `cards` of a game lie: beside the settings."""
    return settings_file(path).parent.absolute() / kind / game


def _read(written: TomlText) -> tuple[dict[str, Any], list[BadFile], list[BadFile]]:
    """The values that can be used, what is wrong with others, and the keys that are none of ours."""
    values: dict[str, Any] = {}
    wrong: list[BadFile] = []
    unknown: list[BadFile] = []
    for key, value in written.table.items():
        if key not in KEYS:
            near = get_close_matches(key.lower().replace("-", "_"), KEYS, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(KEYS)}"
            unknown.append(written.bad((key,), f"unknown key {key!r}; {hint}"))
        elif key in TABLES and isinstance(value, dict):
            values[key], bad = _read_table(written, key, value)
            wrong += bad
        else:
            try:
                values[key] = msgspec.convert(value, TYPES[key])
            except msgspec.ValidationError:
                wrong.append(written.bad((key,), _must(key, value)))
    return values, wrong, unknown


def _read_table(written: TomlText, key: str, table: dict[str, Any]) -> tuple[dict[str, str], list[BadFile]]:
    values: dict[str, str] = {}
    wrong: list[BadFile] = []
    for name, value in table.items():
        try:
            values |= msgspec.convert({name: value}, TYPES[key])
        except msgspec.ValidationError:
            # What stands there may be somebody's PIN, so it is not repeated.
            what = "a PIN" if key == "pins" else "a seal"
            message = f"{what} is made on the screen and never written here; this seat has none until then"
            if key == "fonts":
                message = "a font is the path of its file, in quotes, for serif, medium or bold"
            if key == "persons":
                message = f"a person has a name of 1 to 16 letters and a language: {', '.join(get_args(Language))}"
            wrong.append(written.bad((key, name), message))
    return values, wrong


def _must(key: str, value: object = None) -> str:
    """What the value of a key must be, and the nearest to what was written."""
    kind = TYPES[key]
    if get_origin(kind) is Literal:
        names = [repr(name) for name in get_args(kind)]
        must = f"this must be {', '.join(names[:-1])} or {names[-1]}"
        words = [name for name in get_args(kind) if isinstance(name, str)]
        near = get_close_matches(value.lower(), words, 1) if isinstance(value, str) else []
        return f"{must}; did you mean {near[0]!r}?" if near else must
    if get_origin(kind) is Annotated:
        number, meta = get_args(kind)
        return f"this must be a {'whole ' if number is int else ''}number from {meta.ge} to {meta.le}"
    return {bool: "this must be true or false", str: "this must be text in quotes"}.get(kind, "this must be a table")


def _hashed(proof: str, salt: bytes) -> bytes:
    return hashlib.scrypt(proof.encode(), salt=salt, n=1 << 14, r=8, p=1, dklen=32)


def _kept(proof: str, salt: bytes) -> str:
    return f"scrypt:{salt.hex()}:{_hashed(proof, salt).hex()}"


def _write_table(document: tomlkit.TOMLDocument, key: str, values: dict[str, str]) -> None:
    if key not in document:
        if not values:
            return
        import tomlkit

        table = tomlkit.table()
        table.comment(COMMENTS[key])
        document[key] = table
    written = document[key]
    assert isinstance(written, MutableMapping)
    for name in [*written]:
        if name not in values:
            del written[name]
    for name, value in values.items():
        if written.get(name) != value:
            written[name] = value


def _new_document() -> tomlkit.TOMLDocument:
    """A file with every key at its default, and what may stand there."""
    import tomlkit

    document = tomlkit.document()
    document.add(tomlkit.comment("Settings of Kuroko. Written by the screen, and yours to edit."))
    document.add(tomlkit.nl())
    for key, comment in COMMENTS.items():
        if key not in TABLES:
            document.add(key, tomlkit.item(DEFAULTS[key]).comment(comment))
    return document
