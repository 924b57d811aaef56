import { expect, test } from "vitest";

import { matching, type Command } from "../src/lib/palette";

const command = (said: string, also?: string): Command => ({ key: also ?? said, said, run: () => {}, ...(also ? { also } : {}) });
const all = [
  command("Select 1st Infantry", "select US01"),
  command("Select 101st Airborne", "select US10"),
  command("Go Guînes", "go 3905"),
  command("Undo"),
];

test("every word has to be found, in any order, without accents", () => {
  expect(matching(all, "guines").map((each) => each.key)).toEqual(["go 3905"]);
  expect(matching(all, "inf sel").map((each) => each.key)).toEqual(["select US01"]);
  expect(matching(all, "select").length).toBe(2);
  expect(matching(all, "march")).toEqual([]);
});

test("a line as it is written comes first", () => {
  const more = [command("Select US01 and more", "select US011"), ...all];
  expect(matching(more, "select us01")[0]?.key).toBe("select US01");
});

test("nothing typed is everything", () => {
  expect(matching(all, "")).toEqual(all);
});
