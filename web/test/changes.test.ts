import { expect, test } from "vitest";

import { changed } from "../src/lib/changes";

test("changes are made, and what did not change is shared", () => {
  const old = { turn: 1, units: [[1, 2], [3, 4]], gone: true };
  const made = changed(old, [[["turn"], 2], [["units", 1, 0], 9], [["gone"]]]);
  expect(made).toEqual({ turn: 2, units: [[1, 2], [9, 4]] });
  expect(made.units[0]).toBe(old.units[0]);
  expect(old).toEqual({ turn: 1, units: [[1, 2], [3, 4]], gone: true });
});

test("a whole state can be replaced", () => {
  expect(changed<unknown>({ a: 1 }, [[[], null]])).toBeNull();
});
