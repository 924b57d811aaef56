import { expect, test } from "vitest";

import type { BoardVerb } from "../src/lib/types";
import { figure, perCent, points, wanted } from "../src/lib/odds";

/** A verb about these nouns. */
const of = (role: BoardVerb["role"], ...nouns: string[]): BoardVerb => ({ nouns, role, plain: false });
const verbs = {
  attack: of("aim", "hex"),
  with: of("join", "unit"),
  fight: of("commit"),
  shell: of("aim", "corps", "hex"),
  end: of(""),
};

test("what is gathered is weighed as it stands", () => {
  expect(wanted([["with US01", "with", [3]], ["fight", "fight", []]], verbs, null)).toBe("decided");
});

test("a target that is pointed at is weighed with everybody near it", () => {
  expect(wanted([["attack 2015", "attack", [7]], ["end", "end", []]], verbs, 7)).toBe("pointed");
  expect(wanted([["attack 2015", "attack", [7]], ["end", "end", []]], verbs, 8)).toBe("none");
  expect(wanted([["shell 1 2015", "shell", [1, 7]]], verbs, 7)).toBe("pointed");
  expect(wanted([["with US01", "with", [3]]], verbs, 7)).toBe("pointed");
});

test("nothing is weighed where nobody fights", () => {
  expect(wanted([], verbs, 7)).toBe("none");
  expect(wanted([["end", "end", []]], verbs, 7)).toBe("none");
});

test("shares are never rounded into certainty", () => {
  expect([0, 0.001, 1 / 6, 0.999, 1].map(perCent)).toEqual(["0%", "<1%", "17%", ">99%", "100%"]);
});

test("signs follow their sum, and points are said as players say them", () => {
  expect(figure(1, true)).toBe("+1");
  expect(figure(-1, true)).toBe("−1");
  expect(figure(9, false)).toBe("9");
  expect([0, 0.5, 1, 3.5].map(points)).toEqual(["0", "½", "1", "3½"]);
});
