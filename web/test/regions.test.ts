// @vitest-environment jsdom
import { expect, test } from "vitest";

import { KEYS, overlayOf } from "../src/lib/overlays.svelte";
import { Regions } from "../src/lib/regions";
import type { BoardInfo, Hex } from "../src/lib/types";

const WIDE = 15;

function grid(): BoardInfo {
  const hexes: Hex[] = [];
  for (let row = 0; row < 12; row++) {
    for (let column = 0; column < WIDE; column++) {
      const x = Math.round((column * 60 + (row % 2) * 30 + 40.3) * 10) / 10;
      hexes.push({ number: `${row}-${column}`, x, y: Math.round((row * 60 * Math.sqrt(3) * 0.5 + 51.7) * 10) / 10 });
    }
  }
  const none = { layers: [], overlays: [], scales: [], units: [], verbs: {}, seats: [], orders: [], together: "", nouns: {} };
  return { game: "g", title: "t", width: 1000, height: 800, hex: 60, hexes, ...none };
}

test("the six around a hex are found from the north-east on, and nothing beyond the map", () => {
  const regions = new Regions(grid());
  const middle = 4 * WIDE + 5;
  expect(regions.around(middle)).toEqual([
    3 * WIDE + 5, middle + 1, 5 * WIDE + 5, 5 * WIDE + 4, middle - 1, 3 * WIDE + 4,
  ]);
  expect(regions.around(0)).toEqual([undefined, 1, WIDE, undefined, undefined, undefined]);
});

test("a border has the sides that lead out of the set, and no others", () => {
  const regions = new Regions(grid());
  const sides = (hexes: number[]) => regions.border(hexes).split("M").length - 1;
  const middle = 4 * WIDE + 5;
  expect(sides([])).toBe(0);
  expect(sides([middle])).toBe(6);
  expect(sides([middle, middle + 1])).toBe(10);
  const around = regions.around(middle).map(Number);
  expect(sides([middle, ...around])).toBe(18);
  expect(sides(around)).toBe(18 + 6);
});

test("an area is one outline a hex", () => {
  const regions = new Regions(grid());
  expect(regions.area([3, 4, 5]).split("z").length - 1).toBe(3);
  expect(regions.area([9999])).toBe("");
});

test("each overlay has a key of its own, and a key means only what the game has", () => {
  expect(new Set(Object.values(KEYS)).size).toBe(Object.keys(KEYS).length);
  const known = [{ id: "zones" }, { id: "lines" }];
  expect(overlayOf("z", known)).toBe("zones");
  expect(overlayOf("l", known)).toBe("lines");
  expect(overlayOf("s", known)).toBeUndefined();
});
