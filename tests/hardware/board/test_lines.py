"""A line alone: it is waited for, woken, and refused with the way out."""

import os
import pty
import threading
import time
from pathlib import Path

import pytest

from hardware.board.lines import open_line
from hardware.outcomes import Unavailable


def test_a_line_is_woken_from_another_thread_and_may_be_closed_meanwhile() -> None:
    master, slave = pty.openpty()
    line = open_line(os.ttyname(slave))
    assert not isinstance(line, Unavailable)
    threading.Timer(0.05, line.wake).start()
    before = time.monotonic()
    assert line.read(20.0) == b""
    assert time.monotonic() - before < 10
    for _ in range(5000):
        line.wake()
    line.close()
    with pytest.raises(OSError, match="descriptor"):
        line.wake()
    os.close(master)
    os.close(slave)


def test_a_line_that_cannot_be_opened_says_the_way_out(tmp_path: Path) -> None:
    missing = open_line(str(tmp_path / "usb-left"))
    assert missing == Unavailable(f"There is no {tmp_path}/usb-left: plug in the zone board's USB cable.")
    (tmp_path / "notes.txt").write_text("")
    other = open_line(str(tmp_path / "notes.txt"))
    assert isinstance(other, Unavailable)
    assert "notes.txt cannot be opened" in other.say
    assert other.say.endswith("name the zone board's line in rig.toml, or leave its path out.")
