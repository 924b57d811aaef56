import { expect, test } from "vitest";

import { alike, oneWay, pointing } from "../src/lib/moves";
import type { BoardInfo, BoardVerb, Legal } from "../src/lib/types";

/** A verb about these nouns. */
const of = (role: BoardVerb["role"], ...nouns: string[]): BoardVerb => ({ nouns, role, plain: false });

const verbs = { select: of("select", "unit"), go: of("go", "hex"), land: of("place", "unit", "hex"), end: of("") };
const legal: Legal[] = [
  ["select A", "select", [0]],
  ["go 1010", "go", [7]],
  ["land B 1011", "land", [1, 8]],
  ["end", "end", []],
];

test("units and hexes take what is about them, buttons the rest", () => {
  const found = pointing(legal, verbs, null);
  expect([...found.units.keys()]).toEqual([0, 1]);
  expect([...found.hexes.keys()]).toEqual([7]);
  expect(found.buttons.map((each) => each[0])).toEqual(["end"]);
});

test("the unit that is picked opens its own hexes", () => {
  expect([...pointing(legal, verbs, 1).hexes.keys()]).toEqual([7, 8]);
});

const lay: BoardInfo = {
  game: "g", title: "t", width: 9, height: 9, hex: 1, layers: [], overlays: [], scales: [], seats: [], orders: [], together: "",
  hexes: ["0101", "0102", "0103"].map((number, i) => ({ number, x: i, y: 0 })),
  units: ["A", "B"].map((id) => ({ id, name: id, label: id, seat: "allied", nation: "us", steps: 1, strength: 1 })),
  verbs: {
    go: of("go", "hex"),
    step: of("step", "hex"),
    land: of("place", "unit", "hex"),
    select: of("select", "unit"),
    port: of("", "port", "nation"),
    aerial: of("", "nation", "hex"),
  },
  nouns: { nation: { written: ["us", "uk"], said: ["US", "UK"] } },
};

test("of going and stepping to the same hex one is meant", () => {
  const found: Legal[] = [["go 0102", "go", [1]], ["step 0102", "step", [1]]];
  expect(oneWay(found, lay.verbs, false)).toEqual([found[0]]);
  expect(oneWay(found, lay.verbs, true)).toEqual([found[1]]);
  expect(oneWay([found[1] as Legal], lay.verbs, false)).toEqual([found[1]]);
});

test("what is asked about is like what may be done", () => {
  const going: Legal[] = [["go 0102", "go", [1]], ["step 0102", "step", [1]]];
  expect(alike(going, lay, { hex: 2 })).toEqual(["go 0103"]);
  const landing: Legal[] = [["land A 0102", "land", [0, 1]], ["aerial uk 0101", "aerial", [1, 0]]];
  expect(alike(landing, lay, { hex: 2, picked: 0 })).toEqual(["land A 0103", "aerial uk 0103"]);
  expect(alike(landing, lay, { hex: 2, picked: null })).toEqual(["aerial uk 0103"]);
  expect(alike([["select A", "select", [0]]], lay, { unit: 1 })).toEqual(["select B"]);
});
