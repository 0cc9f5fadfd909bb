"""Lamps, buttons and a buzzer on the Pi's own pins (gpiozero): one lamp a zone where there is no strip.

Whatever a pin does not do is a trouble with the way out, and the table is played without it (B28).

The buzzer is public like the lights: it answers every tag on a card reader alike, before anybody has judged it, and
sounds for what the lights begin to show. So nobody hears what is hidden.
"""

from __future__ import annotations

import threading
import warnings
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Final, Literal

from companion.ports import Clock, Inbox, Observation, Pressed, Report, Trouble, begun

from .board.protocol import PATTERN_BLINK, PATTERN_DOUBLE, PATTERN_FADE, PATTERN_PULSE, PATTERN_WINK
from .board.zones import SHINES, Shine
from .nodes import missing

STEP: Final = 0.04
"""Seconds between two brightnesses of a lamp that pulses or blinks."""
PULSE: Final = 1.6
BLINK: Final = 0.5
ROUND: Final = 2.0
"""Seconds of the patterns that take longer: two flashes, a wink, a fading."""
FLASH: Final = 0.12
UNNAMED: Final = Shine(0, 0, 0)
Button = Literal["hide", "next"]

SOUNDS: Final[Mapping[str, tuple[tuple[float, float], ...]]] = {
    "tag": ((0.0, 0.04),),
    "heard": ((0.0, 0.25),),
    "detected": ((0.0, 0.12), (0.2, 0.32), (0.4, 0.52)),
}
"""When the buzzer is on, in seconds after it began: a tag was taken; a light that was not there before."""


def level(shine: Shine, now: float) -> float:
    """How bright a lamp of one colour is at that moment, from 0 to 1: the pattern says what the colour cannot.

    >>> from hardware.board.protocol import PATTERN_STEADY
    >>> [level(Shine(0, 0, 0, PATTERN_BLINK), t / 8) for t in range(5)]
    [1.0, 1.0, 0.0, 0.0, 1.0]
    >>> [round(level(Shine(0, 0, 0, PATTERN_PULSE), t * 0.4), 1) for t in range(5)]
    [0.1, 0.5, 1.0, 0.5, 0.1]
    >>> level(Shine(0, 0, 0, PATTERN_STEADY), 3.0)
    1.0
    """
    if shine.pattern == PATTERN_BLINK:
        return 1.0 if now % BLINK < BLINK / 2 else 0.0
    if shine.pattern == PATTERN_PULSE:
        return max(0.1, 1.0 - abs(now % PULSE / (PULSE / 2) - 1.0))
    at = now % ROUND
    if shine.pattern == PATTERN_DOUBLE:
        return 1.0 if at < FLASH or 2 * FLASH <= at < 3 * FLASH else 0.0
    if shine.pattern == PATTERN_WINK:
        return 1.0 if at < ROUND - 2 * FLASH else 0.0
    if shine.pattern == PATTERN_FADE:
        return 1.0 - at / ROUND
    return 1.0


def opened(make: Callable[[], Any], pin: int, what: str) -> Any | str:
    """A device of gpiozero, or the sentence why there is none. Its pin factories raise what they like."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # which factories it tried is no news to a player
            return make()
    except Exception as error:
        kind, said = type(error).__name__, str(error)
        if kind in ("ImportError", "ModuleNotFoundError"):
            way = "the" + missing("gpiozero", "lgpio").removeprefix("The")
        elif "PinFactory" in kind or (isinstance(error, OSError) and "gpiochip" in said):
            way = (
                "this machine's pins cannot be reached. On a Raspberry Pi run: sudo apt install python3-lgpio && sudo "
                "usermod -aG gpio $USER && sudo reboot; elsewhere take it out of rig.toml"
            )
        elif kind == "GPIOPinInUse" or "busy" in said.lower():
            way = f"GPIO{pin} is in use. End other programs that use it, or give it another pin in rig.toml"
        else:
            way = f"GPIO{pin} does not work ({kind}: {said}). Give it another pin in rig.toml"
        return f"{what} cannot be used: {way}."


class Pins:
    """All that hangs on the Pi's pins. A `Reader` that posts `Pressed`, and a `Lights`, of the referee's ports.

    lamps: zone to pin. buttons: name to pin, each to ground. buzzer: its pin, None where there is none. factory: of
    gpiozero, for tests; None takes the machine's own. `attach`, then `step`, drive it without a thread.
    """

    name = "pins"

    def __init__(
        self,
        clock: Clock,
        *,
        lamps: Mapping[str, int] | None = None,
        buttons: Mapping[Button, int] | None = None,
        buzzer: int | None = None,
        shines: Mapping[str, Shine] = SHINES,
        brightness: float = 0.4,
        factory: Any = None,
    ) -> None:
        self._clock: Final = clock
        self._lamp_pins: Final = dict(lamps or {})
        self._button_pins: Final = dict(buttons or {})
        self._buzzer_pin: Final = buzzer
        self._shines: Final = shines
        self._brightness: Final = brightness
        self._factory: Final = factory
        self._lamps: Final[dict[str, Any]] = {}
        self._buttons: Final[list[Any]] = []
        self._buzzer: Any = None
        self._inbox: Inbox | None = None
        self._lock: Final = threading.Lock()
        self._frame: dict[str, str] = {}
        self._share = 1.0
        self._silent = False
        self._shown: dict[str, float] = {}
        self._sounding: tuple[float, tuple[tuple[float, float], ...]] | None = None
        self._news: Final = threading.Event()
        self._stop: Final = threading.Event()
        self._thread: threading.Thread | None = None

    def __bool__(self) -> bool:
        """Whether anything hangs on a pin."""
        return bool(self._lamp_pins or self._button_pins or self._buzzer_pin is not None)

    @property
    def zones(self) -> tuple[str, ...]:
        """Those that have a lamp."""
        return tuple(self._lamp_pins)

    # ---- the ports -----------------------------------------------------------------------------------------------

    def attach(self, inbox: Inbox) -> None:
        """Takes its pins, and says of those that cannot be had why."""
        self._inbox = inbox
        reached = opened(partial(pin_factory, self._factory), 0, "What hangs on the Pi's pins") if self else None
        if isinstance(reached, str):
            self._post(Trouble("pins", reached, kind="missing"))  # one sentence for all of them
            return
        for zone, pin in self._lamp_pins.items():
            self._open(f"The lamp of zone {zone}", pin, partial(_lamp, pin, self._factory), self._lamps, zone)
        made: dict[Any, Any] = {}
        for name, pin in self._button_pins.items():
            self._open(f"The button '{name}'", pin, partial(_button, pin, self._factory), made, name)
        if self._buzzer_pin is not None:
            made_by = partial(_out, self._buzzer_pin, self._factory)
            self._open("The buzzer", self._buzzer_pin, made_by, made, "buzzer")
        self._buzzer = made.pop("buzzer", None)
        for name, button in made.items():
            button.when_pressed = partial(self._post, Pressed(name))
            self._buttons.append(button)

    def start(self, inbox: Inbox) -> None:
        if self._thread is not None:
            raise RuntimeError("the pins were started before")
        self.attach(inbox)
        if self._lamps or self._buzzer is not None:
            self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)
            self._thread.start()

    def show(self, frame: dict[str, str]) -> None:
        """Shines as `frame` says: it is the whole state. Never waits; zones without a lamp are left out."""
        with self._lock:
            began, self._frame = begun(self._frame, frame), dict(frame)
        if began:
            self.sound(began)
        self._news.set()

    def dim(self, share: float) -> None:
        """From now on so much of the brightness, from 0 to 1."""
        with self._lock:
            self._share = share
        self._news.set()

    def sound(self, name: str) -> None:
        """Lets the buzzer sound, in the place of what it sounds now."""
        with self._lock:
            self._sounding = (self._clock.now(), SOUNDS[name]) if not self._silent else None
        self._news.set()

    def hush(self, silent: bool) -> None:
        """From now on the buzzer is silent, or may sound again."""
        with self._lock:
            self._silent = silent
            self._sounding = None if silent else self._sounding
        self._news.set()

    def close(self) -> None:
        """Goes dark and silent, and lets go of the pins. May be called twice."""
        self._stop.set()
        self._news.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(timeout=2.0)
        for device in (*self._lamps.values(), *self._buttons, *([self._buzzer] if self._buzzer is not None else [])):
            with suppress(Exception):
                device.close()
        self._lamps.clear()
        self._buttons.clear()
        self._buzzer = None

    # ---- its own thread ------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._stop.is_set():
            with suppress(Exception):  # a lamp that fails must not take the others along
                self.step(self._clock.now())
            self._news.wait(STEP if self._moves else None)
            self._news.clear()

    @property
    def _moves(self) -> bool:
        """Whether anything changes by time alone."""
        with self._lock:
            return self._sounding is not None or any(
                self._shines.get(light, UNNAMED).pattern for zone, light in self._frame.items() if zone in self._lamps
            )

    def step(self, now: float) -> None:
        """Gives every lamp its brightness of that moment, and the buzzer its sound."""
        with self._lock:
            frame, sounding, bright = self._frame, self._sounding, self._brightness * self._share
            if sounding is not None and now - sounding[0] >= sounding[1][-1][1]:
                self._sounding = None
        for zone, lamp in self._lamps.items():
            light = frame.get(zone)
            value = bright * level(self._shines.get(light, UNNAMED), now) if light is not None else 0.0
            if self._shown.get(zone) != value:
                self._shown[zone] = value
                lamp.value = value
        if self._buzzer is not None:
            on = sounding is not None and any(start <= now - sounding[0] < end for start, end in sounding[1])
            if bool(self._buzzer.value) != on:
                self._buzzer.value = on

    # ---- what is posted ------------------------------------------------------------------------------------------

    def _open(self, what: str, pin: int, make: Callable[[], Any], into: dict[Any, Any], name: Any) -> None:
        found = opened(make, pin, what)
        if isinstance(found, str):
            self._post(Trouble(f"pin GPIO{pin}", found, kind="missing"))
        else:
            into[name] = found

    def _post(self, report: Report) -> None:
        if self._inbox is not None and not self._stop.is_set():
            self._inbox.post(report)


class Answering:
    """An inbox in front of another, in which the buzzer answers each tag on a card reader, whatever it will mean."""

    def __init__(self, inbox: Inbox, pins: Pins, readers: Iterable[str]) -> None:
        self._inbox, self._pins, self._readers = inbox, pins, frozenset(readers)

    def post(self, report: Report) -> None:
        if isinstance(report, Observation) and report.event == "arrive" and report.reader in self._readers:
            self._pins.sound("tag")
        self._inbox.post(report)


def pin_factory(factory: Any = None) -> Any:
    """The one given, or the machine's own. Raises whatever gpiozero does where pins cannot be reached."""
    from gpiozero import Device

    if factory is None:
        Device.ensure_pin_factory()
        factory = Device.pin_factory
    return factory


def _lamp(pin: int, factory: Any) -> Any:
    from gpiozero import PWMLED

    return PWMLED(pin, pin_factory=factory)


def _button(pin: int, factory: Any) -> Any:
    from gpiozero import Button

    return Button(pin, pull_up=True, bounce_time=None if factory is not None else 0.03, pin_factory=factory)


def _out(pin: int, factory: Any) -> Any:
    from gpiozero import DigitalOutputDevice

    return DigitalOutputDevice(pin, pin_factory=factory)
