import { expect, test } from "vitest";

import { BADGE, badgeTop, byUnit, COUNTER, MARKER, placed, RATINGS, symbol } from "../src/lib/markers";
import type { BoardInfo } from "../src/lib/types";

const board = { hex: 100, hexes: [{ number: "0101", x: 50, y: 60 }] } as BoardInfo;

test("a marker's face is a symbol of the drawing", () => {
  expect(symbol("BEACH-US f")).toBe("#mBEACH-USf");
});

test("markers lie in their corners, and those in the same one apart", () => {
  const found = placed(
    [
      { hex: 0, marker: "TAS f", corner: "nw", said: "a" },
      { hex: 0, marker: "TAS f", corner: "nw", said: "b" },
      { hex: 9, marker: "TAS f", corner: "nw", said: "off the map" },
    ],
    board,
  );
  expect(found).toHaveLength(2);
  expect(found[0]).toMatchObject({ x: 7, y: 30 });
  expect(found[1]?.x).toBeGreaterThan(14);
  expect(new Set(found.map((each) => each.key)).size).toBe(2);
});

test("a marker covers no counter in another hex", () => {
  const near: [number, number][] = [[-100, 0], [100, 0], [-50, -86.6], [50, -86.6], [-50, 86.6], [50, 86.6]];
  for (const corner of ["nw", "ne", "sw", "se"] as const) {
    const [marker] = placed([{ hex: 0, marker: "TAS f", corner, said: "a" }], board);
    for (const [right, down] of near) {
      const across = Math.abs((marker?.x ?? 0) - 50 - right);
      const along = Math.abs((marker?.y ?? 0) - 60 - down);
      expect(Math.max(across, along)).toBeGreaterThan(100 * (MARKER + COUNTER) / 2);
    }
  }
});

test("no badge covers a rating, and two lie one above the other", () => {
  for (const size of [44, 72]) {
    expect(badgeTop(0, size) + BADGE).toBeLessThan(RATINGS * size);
    expect(badgeTop(1, size) + BADGE).toBeLessThanOrEqual(badgeTop(0, size) + 3);
  }
});

test("badges are found by their unit", () => {
  const found = byUnit([
    { unit: 3, marker: "DIS f", said: "disrupted" },
    { unit: 3, marker: "", said: "active" },
  ]);
  expect(found.get(3)?.map((each) => each.said)).toEqual(["disrupted", "active"]);
});
