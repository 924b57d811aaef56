import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.press import svg
from bocage.press.svg import Drawing, element, group, layer, num, rect

NS = "{http://www.w3.org/2000/svg}"


@given(st.floats(-1e6, 1e6))
def test_numbers_are_short_and_exact(value: float) -> None:
    """A written number reads back within half a hundredth, without exponent or minus zero."""
    said = num(value)
    assert abs(float(said) - value) <= 0.005 + 1e-9
    assert said != "-0"
    assert "e" not in said
    assert not (said.endswith("0") and "." in said)


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1))
def test_any_text_is_read_back_unchanged(said: str) -> None:
    """Whatever stands in a text or an attribute is read back unchanged by an XML parser."""
    page = Drawing(10, 10, "px", (10, 10), (element("text", said, data_name=said),))
    read = ET.fromstring(page.svg()).find(f"{NS}text")
    assert read is not None
    assert read.text == said
    assert read.get("data-name") == said


def test_the_same_drawing_gives_the_same_bytes() -> None:
    """Two drawings built alike are written alike."""
    pages = [
        Drawing(10, 10, "mm", (64, 64), (rect(0, 0.1 + 0.2, 4, 4, fill="#ffffff"),), "one")
        for _ in range(2)
    ]
    assert pages[0].svg() == pages[1].svg()
    assert 'y="0.3"' in pages[0].svg()


def test_a_definition_is_written_once_before_its_users() -> None:
    """What several elements need stands once in defs, nested needs before their users."""
    stop = element("linearGradient", id="inner")
    shape = element("clipPath", rect(0, 0, 1, 1, fill=svg.ref(stop)), id="shape").needing(stop)
    users = [rect(n, 0, 1, 1, clip_path=svg.ref(shape)).needing(shape) for n in range(3)]
    written = Drawing(1, 1, "px", (3, 1), tuple(users)).svg()
    assert written.count('id="shape"') == 1
    assert written.index('id="inner"') < written.index('id="shape"') < written.index("<rect x")


def test_two_meanings_of_one_id_are_refused() -> None:
    """Two different definitions under one id raise an error that names the id."""
    one, other = element("g", id="a"), element("g", rect(0, 0, 1, 1), id="a")
    page = Drawing(1, 1, "px", (1, 1), (group().needing(one), group().needing(other)))
    with pytest.raises(ValueError, match="'a'"):
        page.svg()


def test_layers_can_be_left_out() -> None:
    """Only the layers asked for stay; what lies in no layer stays too."""
    page = Drawing(
        *(1, 1, "px", (1, 1)),
        (rect(0, 0, 9, 9), layer("roads", rect(1, 1, 1, 1)), layer("names", rect(2, 2, 2, 2))),
    )
    assert page.layers() == ("roads", "names")
    kept = page.with_layers({"names"})
    assert kept.layers() == ("names",)
    assert 'width="9"' in kept.svg()
    assert 'width="1"' not in kept.svg().split("\n", 1)[1]


def test_lines_uses_and_transforms() -> None:
    """A line has two ends, a use points to its definition, transforms are short."""
    assert str(svg.line((0, 1), (2, 3.5))) == '<line x1="0" y1="1" x2="2" y2="3.5"/>'
    tree = element("g", id="tree")
    copy = svg.use(tree, 4, 5)
    assert copy.get("href") == "#tree"
    assert copy.needs == (tree,)
    assert svg.rotate(45) == "rotate(45)"
    assert svg.rotate(-90, (1, 2)) == "rotate(-90 1 2)"
    assert svg.scale(0.5) == "scale(0.5)"
    assert svg.scale(1, -1) == "scale(1 -1)"


def test_a_definition_without_an_id_is_refused() -> None:
    """What is needed by reference must have an id."""
    page = Drawing(1, 1, "px", (1, 1), (group().needing(element("clipPath")),))
    with pytest.raises(ValueError, match="has no id"):
        page.svg()
