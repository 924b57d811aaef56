import { expect, test } from "vitest";

import { fortune } from "../src/lib/luck";

test("the side with the better dice is named, and none is where they were even", () => {
  const luck = { seat: "german", by: 0.4, spread: 1.2, rarer: 0.7, fights: 22 };
  expect(fortune(luck)).toContain("German had the better dice: ahead by 0.4 over 22 battles");
  expect(fortune({ ...luck, by: 0 })).toBe("The dice favoured neither side over 22 battles.");
});
