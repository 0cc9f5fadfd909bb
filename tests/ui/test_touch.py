"""A touch counts once, on release, where it began; nothing to touch is smaller than a finger."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from kivy.uix.widget import Widget

from companion.views import CardFace
from tests.ui.stage import LOOK, Finger, pause, tap
from ui import shot
from ui.widgets.cards import CardSign, CardSmall
from ui.widgets.cloth import ClothFrame, Curtain, HideCorner
from ui.widgets.rail import AlertLanterns, Banner, RailButton
from ui.widgets.strip import Strip
from ui.widgets.tag import Tag


@pytest.fixture
def taps() -> Iterator[tuple[Tag, Tag, list[str]]]:
    """Two tags beside each other, and what was taken."""
    heard: list[str] = []
    root = Widget()
    one = Tag(LOOK, "one", text="One", pos=(100, 100), size=(160, 50))
    two = Tag(LOOK, "two", text="Two", pos=(300, 100), size=(160, 50))
    for tag in (one, two):
        tag.bind(on_tap=lambda tag: heard.append(tag.choice))
        root.add_widget(tag)
    shot.stage(root)
    pause()
    yield one, two, heard
    shot.clear()


def test_it_acts_on_release(taps: tuple[Tag, Tag, list[str]]) -> None:
    one, _, heard = taps
    finger = Finger(150, 120).down()
    assert one.pressed
    assert heard == []
    finger.up()
    assert heard == ["one"]
    assert not one.pressed


def test_dragging_off_cancels_and_coming_back_does_not(taps: tuple[Tag, Tag, list[str]]) -> None:
    one, _, heard = taps
    finger = Finger(150, 120).down().move(150, 300)
    assert not one.pressed
    finger.up()
    assert heard == []
    pause()
    Finger(150, 120).down().move(150, 300).move(160, 130).up()
    assert heard == ["one"]


def test_a_touch_delivered_twice_counts_once(taps: tuple[Tag, Tag, list[str]]) -> None:
    _, _, heard = taps
    side_by_side = Finger(150, 120).down(), Finger(150, 120).down()
    for finger in side_by_side:
        finger.up()
    assert heard == ["one"]
    pause()
    tap(150, 120)
    tap(151, 119)
    assert heard == ["one", "one"]
    pause()
    tap(150, 120)
    assert heard == ["one", "one", "one"]


def test_two_fingers_take_one_thing(taps: tuple[Tag, Tag, list[str]]) -> None:
    _, _, heard = taps
    first, second = Finger(150, 120).down(), Finger(350, 120).down()
    second.up()
    first.up()
    assert heard == ["one"]


def test_a_tag_taken_away_under_the_finger_does_not_block_the_others(taps: tuple[Tag, Tag, list[str]]) -> None:
    one, _, heard = taps
    finger = Finger(150, 120).down()
    one.parent.remove_widget(one)
    finger.up()
    pause()
    tap(350, 120)
    assert heard == ["two"]


def test_what_cannot_be_chosen_now_is_not_taken(taps: tuple[Tag, Tag, list[str]]) -> None:
    one, _, heard = taps
    one.kind = "not_now"
    tap(150, 120)
    assert heard == []


def test_a_held_card_is_read_not_played() -> None:
    card = CardSmall(LOOK, CardFace(id="c", name="Rope", icon="rope", choice="rope"), pos=(100, 100))
    heard: list[str] = []
    card.bind(on_tap=lambda _: heard.append("tap"), on_hold=lambda _: heard.append("hold"))
    root = Widget()
    root.add_widget(card)
    shot.stage(root)
    finger = Finger(150, 150).down()
    pause(0.7)
    shot.pump(3)
    finger.up()
    assert heard == ["hold"]


def test_the_strip_says_which_choice_was_taken() -> None:
    strip = Strip(LOOK, say="Which way?", rules=["R108"], size=(640, 96))
    heard: list[str] = []
    strip.bind(on_choice=lambda _, choice: heard.append(choice), on_undo=lambda _: heard.append("undo"),
               on_rule=lambda _, rule: heard.append(rule))  # fmt: skip
    strip.show_tags([Tag(LOOK, f"zone:W{n}", text="Keep", zone=f"W{n}", kind="place") for n in (2, 5, 6)], undo=True)
    root = Widget()
    root.add_widget(strip)
    shot.stage(root)
    for widget in (strip.tags[1], strip.undo, strip.boxes[0]):
        pause()
        tap(*widget.center)
    assert heard == ["zone:W5", "undo", "R108"]


@pytest.mark.parametrize("count", range(1, 9))
def test_up_to_eight_tags_stay_large_enough(count: int) -> None:
    strip = Strip(LOOK, say="Which zone do you search?", size=(640, 96))
    strip.show_tags([Tag(LOOK, str(n), badge=str(n), zone="WM5", kind="place") for n in range(count)], undo=True)
    targets = [*strip.tags, strip.undo]
    assert all(tag.width >= 48 and tag.height >= 48 for tag in targets)
    edges = sorted((tag.x, tag.right) for tag in targets)
    assert all(right <= x for (_, right), (x, _) in pairwise(edges))
    assert edges[-1][1] <= 640


@pytest.mark.slow
def test_what_moves_comes_to_rest() -> None:
    banner, lanterns, tag = Banner(LOOK, name="Guards"), AlertLanterns(LOOK, word="Low", at=1), Tag(LOOK, text="No")
    root = Widget()
    for widget in (banner, lanterns, tag):
        root.add_widget(widget)
    shot.stage(root)
    banner.turn_over("intruders", "Intruders")
    lanterns.set_alert(2, "Medium")
    tag.shake_once()
    for _ in range(12):
        pause(0.06)
    assert (banner.side, banner.name, banner.turn) == ("intruders", "Intruders", 1)
    assert (lanterns.at, lanterns.rise, tag.shake) == (2, 1, 0)


def test_targets_are_at_least_48_u() -> None:
    face = CardFace(id="c", name="Rope", icon="rope", choice="rope")
    for widget in (RailButton(LOOK, icon="menu", text="Menu"), HideCorner(LOOK), CardSign(LOOK, face),
                   CardSmall(LOOK, face), Tag(LOOK)):  # fmt: skip
        assert widget.width >= 48, widget
        assert widget.height >= 48, widget


def test_the_cloth_frame_lets_touches_through_and_the_curtain_does_not() -> None:
    heard: list[str] = []
    root = Widget()
    tag = Tag(LOOK, "below", text="Below", pos=(0, 0), size=(200, 100))
    tag.bind(on_tap=lambda _: heard.append("below"))
    root.add_widget(tag)
    root.add_widget(ClothFrame(LOOK, size=(800, 480)))
    shot.stage(root)
    pause()
    tap(100, 50)
    assert heard == ["below"]
    root.add_widget(Curtain(LOOK, name="Guards", side="guards", size=(800, 480)))
    pause()
    tap(100, 50)
    assert heard == ["below"]
