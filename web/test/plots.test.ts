import { expect, test } from "vitest";

import { figure, plot, running, track } from "../src/lib/plots";

test("a chart holds all its values, from left to right and from foot to top", () => {
  const made = plot([-3, 4, 9], 3, 300, 100);
  expect([made.least, made.most]).toEqual([-3, 9]);
  expect(made.x(0)).toBeLessThan(made.x(1));
  expect(made.x(2)).toBe(290);
  expect(made.y(9)).toBeLessThan(made.y(-3));
  expect(made.nought).toBeGreaterThan(made.y(4));
  expect(plot([2, 3], 2, 300, 100).nought).toBeNull();
});

test("a chart of one turn, or of nothing but nought, can be drawn", () => {
  const made = plot([0, 0], 1, 300, 100);
  for (const value of [made.x(0), made.y(0)]) expect(Number.isFinite(value)).toBe(true);
  expect(track(made, [0])).toMatch(/^[\d.]+,[\d.]+$/);
});

test("sums run, and figures are short", () => {
  expect(running([0.5, -0.25])).toEqual([0, 0.5, 0.25]);
  expect([figure(3), figure(-2), figure(0.25)]).toEqual(["3", "−2", "0.3"]);
});
