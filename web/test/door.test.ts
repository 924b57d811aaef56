import { expect, test } from "vitest";

import { doorFor } from "../src/lib/door";

test("an invitation and a new password are read from behind the #", () => {
  expect(doorFor("#invitation=abc-1_2")).toEqual({ kind: "invitation", secret: "abc-1_2" });
  expect(doorFor("#password=x.y")).toEqual({ kind: "password", secret: "x.y" });
});

test("anything else is the way in", () => {
  for (const hash of ["", "#", "#seat=1.2", "#invitation=", "#invitation=<b>"]) expect(doorFor(hash)).toEqual({ kind: "in" });
});
