import io
import re
import struct
from pathlib import Path

import pypdf
import pytest
from PIL import Image

from bocage.press import lettering, render, tokens
from bocage.press.svg import Drawing, rect


def page(said: str = "Écouché", width: float = 50.8) -> Drawing:
    """Return a small page, two inches by one."""
    return Drawing(
        *(width, 25.4, "mm", (100, 50)),
        (
            rect(0, 0, 100, 50, fill=tokens.MAP.paper),
            lettering.text((10, 30), said, tokens.NUMERAL_MEDIUM, 14, tokens.MAP.ink),
        ),
        title="A page",
    )


def size_of(png: bytes) -> tuple[int, int]:
    """Width and height in a PNG's head."""
    wide, high = struct.unpack(">II", png[16:24])
    return wide, high


def test_png_has_the_size_asked_for() -> None:
    """A page of two inches at 150 dpi is 300 pixels wide."""
    assert size_of(render.png(page(), dpi=150)) == (300, 150)


def test_png_records_its_resolution() -> None:
    """A printer or viewer finds the dots an inch in the file, and so its true size."""
    image = Image.open(io.BytesIO(render.png(page(), dpi=150)))
    assert image.info["dpi"] == pytest.approx((150, 150), abs=0.02)
    image.load()  # all its chunks are whole


def test_pages_in_files_have_white_paper(tmp_path: Path) -> None:
    """A PNG that is written lies on white; one for a browser is clear where nothing is drawn."""
    bare = Drawing(20, 20, "px", (20, 20), (rect(0, 0, 5, 5, fill="#000000"),))
    clear = Image.open(io.BytesIO(render.png(bare, dpi=96))).convert("RGBA")
    assert clear.getpixel((15, 15)) == (0, 0, 0, 0)
    render.write([bare], tmp_path / "x.png", dpi=96)
    assert Image.open(tmp_path / "x.png").convert("RGBA").getpixel((15, 15)) == (255,) * 4


def test_png_and_pdf_are_the_same_bytes_every_time() -> None:
    """Rendering twice gives the same file."""
    assert render.png(page(), dpi=50) == render.png(page(), dpi=50)
    assert render.pdf([page()]) == render.pdf([page()])


def test_pdf_keeps_size_text_and_fonts() -> None:
    """Each page of a PDF has its own size, its words as text, and our fonts inside."""
    read = pypdf.PdfReader(io.BytesIO(render.pdf([page(), page("Żebbuġ", 254)])))
    assert [float(p.mediabox.width) for p in read.pages] == pytest.approx([144, 720], abs=0.01)
    assert read.pages[0].extract_text().strip() == "Écouché"
    assert read.pages[1].extract_text().strip() == "Żebbuġ"
    fonts = " ".join(str(read.get_object(number)) for number in read.xref_objStm)
    fonts += " ".join(str(read.get_object(number)) for number in read.xref.get(0, {}))
    assert "Barlow" in fonts
    assert "Libertinus" not in fonts  # what Typst falls back to


def test_svg_carries_the_fonts_it_uses_and_no_other() -> None:
    """An SVG file embeds exactly the faces of its texts."""
    said = render.svg(page()).decode()
    assert re.findall(r"@font-face\{font-family:'([^']+)';font-weight:(\d+)", said) == [
        ("Barlow Condensed", "600")
    ]


def test_one_page_takes_the_name_and_several_take_numbers(tmp_path: Path) -> None:
    """One page is written under the name given, several under numbered names."""
    assert render.write([page()], tmp_path / "a.svg") == [tmp_path / "a.svg"]
    several = render.write([page(), page()], tmp_path / "b.png", dpi=20)
    assert [name.name for name in several] == ["b-1.png", "b-2.png"]
    assert all(name.exists() for name in several)


@pytest.mark.parametrize("name", ["map.gif", "map", "map.svg.txt"])
def test_an_unknown_file_ending_is_refused(tmp_path: Path, name: str) -> None:
    """A file name with an unknown ending is refused, and nothing is written."""
    with pytest.raises(render.RenderError, match=r"\.svg, \.png, \.pdf"):
        render.write([page()], tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_a_picture_too_large_is_refused() -> None:
    """A resolution that would need more pixels than a PNG should hold is refused."""
    with pytest.raises(render.RenderError, match="fewer dots"):
        render.png(page(), dpi=90_000)
    with pytest.raises(render.RenderError, match="cannot be drawn"):
        render.png(page(), dpi=0)


@pytest.mark.parametrize("ending", ["png", "pdf"])
def test_a_missing_renderer_names_the_extra_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, ending: str
) -> None:
    """Without the renderer, the error names the extra and leaves no file behind."""

    def nothing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(render, "import_module", nothing)
    with pytest.raises(render.PrintExtraMissingError, match=r"pip install 'bocage\[print\]'"):
        render.write([page()], tmp_path / f"x.{ending}")
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    """A folder of that name, or a missing folder, is refused in one sentence; nothing is left."""
    (tmp_path / "x.svg").mkdir()
    with pytest.raises(render.RenderError, match="it is a folder"):
        render.write([page()], tmp_path / "x.svg")
    with pytest.raises(render.RenderError, match="there is no folder"):
        render.write([page()], tmp_path / "no" / "x.svg")
    assert [path.name for path in tmp_path.iterdir()] == ["x.svg"]
