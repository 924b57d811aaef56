// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Building } from "../src/lib/builder.svelte";

interface Asked { rows: string[][]; answer: () => void }
let asked: Asked[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  asked = [];
  vi.stubGlobal("fetch", (_: string, init: { body: string }) => {
    const { tables } = JSON.parse(init.body) as { tables: Record<string, { rows: string[][] }> };
    return new Promise((resolve) => {
      asked.push({ rows: tables["hexes.csv"]?.rows ?? [], answer: () => resolve(new Response(JSON.stringify({ faults: [], frame: null }))) });
    });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function begun(): Building {
  const building = new Building();
  building.shelf = { tables: [{ id: "hexes.csv", columns: [{ name: "hex" }, { name: "terrain" }] }] } as unknown as Building["shelf"];
  return building;
}

const paint = (building: Building, terrain: string): void => building.put("hexes.csv", [{ hex: "0101", terrain }]);
const kept = (building: Building): string | undefined => building.kept()?.tables["hexes.csv"]?.rows[0]?.[1];

test("many changes are kept and sent once, after a pause", async () => {
  const building = begun();
  for (let i = 0; i < 50; i++) {
    paint(building, `ground ${i}`);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(asked).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(500);
  expect(asked.map((each) => each.rows)).toEqual([[["0101", "ground 49"]]]);
  expect(kept(building)).toBe("ground 49");
});

test("the last change is kept when the page is left before the pause", () => {
  const building = begun();
  paint(building, "woods");
  expect(kept(building)).toBeUndefined();
  building.settle();
  expect(kept(building)).toBe("woods");
  expect(asked).toHaveLength(1);
});

test("one check is open at a time, and what changes meanwhile is checked after it", async () => {
  const building = begun();
  for (const ground of ["woods", "heath", "marsh"]) {
    paint(building, ground);
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(asked.map((each) => each.rows[0]?.[1])).toEqual(["woods"]);
  asked[0]?.answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked.map((each) => each.rows[0]?.[1])).toEqual(["woods", "marsh"]);
  expect(building.checking).toBe(true);
  asked[1]?.answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(building.checking).toBe(false);
});
