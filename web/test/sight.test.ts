// @vitest-environment jsdom
import { expect, test } from "vitest";

test("a palette is shown at once, kept, and nothing else is taken for one", async () => {
  localStorage.setItem("sight", "x-ray");
  const { seeing, SIGHTS } = await import("../src/lib/sight.svelte");
  expect(seeing.kind).toBe("normal");
  expect(document.documentElement.dataset["sight"]).toBe("normal");
  for (const kind of SIGHTS) {
    seeing.choose(kind);
    expect(document.documentElement.dataset["sight"]).toBe(kind);
    expect(localStorage.getItem("sight")).toBe(kind);
  }
});
