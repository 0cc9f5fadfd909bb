"""One table of constants, and both sides of the link as it says."""

import pytest

from firmware.constants import constants, made
from hardware.board import protocol


@pytest.mark.parametrize("path", made(), ids=lambda path: path.name)
def test_made_files_are_as_the_table_says(path: object) -> None:
    assert made()[path].split() == path.read_text(encoding="utf-8").split(), "run: python -m firmware.constants"


def test_a_frame_has_room_for_what_may_be_in_it() -> None:
    most = protocol.LINE_PAYLOAD_MOST
    assert 1 + 1 + protocol.LINE_HEAD + most + 2 == protocol.LINE_WIRE_MOST
    assert most >= protocol.MOST_PIXELS
    assert most >= 3 * (protocol.MOST_PALETTE - 1)
    assert most >= 4 + 1 + protocol.MOST_TAGS * (1 + protocol.MOST_UID), "a snapshot of one reader"
    assert most >= 8 + protocol.MOST_NAME, "HELLO"


def test_a_value_that_is_no_number_is_refused() -> None:
    with pytest.raises(ValueError, match="baud"):
        constants({"line": {"baud": "fast"}})
