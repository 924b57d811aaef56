import { expect, test } from "vitest";

import { Finder } from "../src/lib/hexes";
import type { BoardInfo, Hex } from "../src/lib/types";

function grid(): BoardInfo {
  const hexes: Hex[] = [];
  for (let row = 0; row < 12; row++) {
    for (let column = 0; column < 15; column++) {
      const x = column * 60 + (row % 2) * 30 + 40;
      hexes.push({ number: `${row}-${column}`, x, y: row * 60 * Math.sqrt(3) * 0.5 + 50 });
    }
  }
  const none = { layers: [], overlays: [], scales: [], units: [], verbs: {}, seats: [], orders: [], together: "", nouns: {} };
  return { game: "g", title: "t", width: 1000, height: 800, hex: 60, hexes, ...none };
}

test("every hex is found at its centre and near its rim, and nothing beyond the map", () => {
  const board = grid();
  const finder = new Finder(board);
  board.hexes.forEach((each, hex) => {
    expect(finder.at(each.x, each.y)).toBe(hex);
    expect(finder.at(each.x + 28, each.y)).toBe(hex);
    expect(finder.at(each.x, each.y - 32)).toBe(hex);
  });
  expect(finder.at(-200, -200)).toBeUndefined();
});
