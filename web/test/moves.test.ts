import { expect, test } from "vitest";

import { pointing } from "../src/lib/moves";
import type { Legal } from "../src/lib/types";

const verbs = { select: ["unit"], go: ["hex"], land: ["unit", "hex"], end: [] };
const legal: Legal[] = [
  ["select A", "select", 0],
  ["go 1010", "go", 7],
  ["land B 1011", "land", 1, 8],
  ["end", "end"],
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
