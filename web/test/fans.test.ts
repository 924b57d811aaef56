import { expect, test } from "vitest";

import { fanned } from "../src/lib/fans";

const HEX = 100;
const SIZE = 72;

test("an open stack covers no other hex, and two lie side by side with a gap", () => {
  for (const count of [2, 3, 4]) {
    const all = Array.from({ length: count }, (_, i) => fanned(i, count, true, SIZE, HEX).x);
    expect(Math.max(...all) + SIZE / 2).toBeLessThan(HEX);
    expect(all).toEqual([...all].sort((a, b) => a - b));
    expect(all.reduce((a, b) => a + b, 0)).toBeCloseTo(0);
  }
  const [left, right] = [fanned(0, 2, true, SIZE, HEX), fanned(1, 2, true, SIZE, HEX)];
  expect(right.x - left.x).toBeGreaterThan(SIZE);
});

test("a closed stack is askew, and a unit by itself lies in the middle", () => {
  expect(fanned(0, 1, false, SIZE, HEX)).toEqual({ x: 0, y: -0 });
  expect(fanned(1, 2, false, SIZE, HEX)).toEqual({ x: 2.5, y: -2.5 });
});
