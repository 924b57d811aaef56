import { expect, test } from "vitest";

import { face } from "../src/lib/faces";

test("a face is made of the name, and the same every time", () => {
  expect(face("Ann Miller").initials).toBe("AM");
  expect(face("bob").initials).toBe("BO");
  expect(face("Émile").initials).toBe("ÉM");
  expect(face("  ").initials).toBe("?");
  expect(face("Ann Miller").colour).toEqual(face("ann miller").colour);
  expect(new Set(["Ann", "Bob", "Carl", "Dora", "Emil"].map((each) => face(each).colour)).size).toBeGreaterThan(2);
});
