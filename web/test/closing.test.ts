import { expect, test } from "vitest";

import { closing } from "../src/lib/closing";

test("a comma after a link belongs to the link, and other text does not", () => {
  expect([closing(", or hold"), closing("): fire"), closing(" or hold"), closing("hold"), closing(undefined)]).toEqual([",", "):", "", "", ""]);
  expect(closing({ kind: "hex", number: 1, text: ", 2612" })).toBe("");
});
