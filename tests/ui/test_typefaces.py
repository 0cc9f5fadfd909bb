"""The face of the language is used, not the first of a collection; what cannot be had is said."""

from __future__ import annotations

from pathlib import Path

import pytest
from kivy import kivy_data_dir

from ui import typefaces
from ui.typefaces import cut_face, find_faces

NOTO = Path("/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc")
with_noto = pytest.mark.skipif(not NOTO.is_file(), reason="fonts-noto-cjk is not installed")


@with_noto
def test_a_face_cut_out_of_a_collection_is_a_font_of_its_own(tmp_path: Path) -> None:
    from fontTools.ttLib import TTFont

    with NOTO.open("rb") as file:
        index = typefaces._index_of(file, "SC")
    assert index
    target = tmp_path / "sc.otf"
    target.write_bytes(cut_face(NOTO.read_bytes(), index))
    with TTFont(target, lazy=True) as font:
        assert font["name"].getBestFamilyName().endswith("SC")
        assert ord("国") in font.getBestCmap()


@with_noto
def test_each_language_has_its_own_face_and_keeps_it(tmp_path: Path) -> None:
    simplified = find_faces("zh_Hans", tmp_path)
    assert simplified.covers_cjk
    assert "SC" in Path(simplified.bold).name
    stamp = Path(simplified.bold).stat().st_mtime_ns
    assert find_faces("zh_Hans", tmp_path).bold == simplified.bold
    assert Path(simplified.bold).stat().st_mtime_ns == stamp
    assert Path(find_faces("ja", tmp_path).bold) == NOTO


@with_noto
def test_without_a_place_to_keep_it_the_first_face_serves_and_says_so(tmp_path: Path) -> None:
    assert find_faces("zh_Hant").hint
    (tmp_path / "file").write_text("in the way")
    assert find_faces("zh_Hant", tmp_path / "file").hint


def test_without_any_font_latin_is_shown_with_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typefaces, "_NOTO", ())
    monkeypatch.setattr(typefaces, "_WENQUANYI", ())
    faces = find_faces("ja")
    assert not faces.covers_cjk
    assert "fonts-noto-cjk" in faces.hint


@with_noto
def test_the_settings_come_first_for_the_letters_that_they_name(tmp_path: Path) -> None:
    own = tmp_path / "own.otf"
    with NOTO.open("rb") as file:
        index = typefaces._index_of(file, "SC")
    assert index
    own.write_bytes(cut_face(NOTO.read_bytes(), index))
    faces = find_faces("en", tmp_path, {"serif": str(own)})
    assert faces.serif == str(own)
    assert Path(faces.bold) == NOTO
    assert faces.hint == ""


@with_noto
@pytest.mark.parametrize("bad", ["no font", "not there", "Latin alone"])
def test_a_font_of_the_settings_that_cannot_write_all_is_left_out_and_said(bad: str, tmp_path: Path) -> None:
    own = tmp_path / "own.ttf"
    if bad == "no font":
        own.write_text("a letter to my aunt")
    elif bad == "Latin alone":
        own = Path(kivy_data_dir) / "fonts" / "Roboto-Regular.ttf"
    faces = find_faces("en", tmp_path, {"medium": str(own)})
    assert faces.medium != str(own)
    assert faces.covers_cjk
    assert "[fonts]" in faces.hint
