import { expect, test } from "vitest";

import { crossingAt, hexesOf, linkDrawn, rowAfter, sidesOf } from "../src/lib/builder";
import type { BuilderTable, MapFrame } from "../src/lib/wire";

/** Rows run south and positions east, a kilometre apart; a degree is a hundred kilometres. */
const frame: MapFrame = { first: [51, 5], position: [0, 0.01], row: [-0.00866, 0], shift: [0, 0.005], digits: [2, 2], km: [100, 100] };
const hexes = hexesOf(frame, ["0101", "0102", "0103", "0201", "0202", "0203"]);
const river = { id: "R", kind: "river", name: "Alder", points: "51.01 5.022;50.98 5.022" };

test("the hexsides of a water part the hexes on both of its banks, and no others", () => {
  const sides = sidesOf([river], hexes, frame);
  const east = (number: string): boolean => (hexes.find((each) => each.number === number)?.lon ?? 0) > 5.022;
  expect(sides.length).toBeGreaterThan(1);
  expect(sides.every((each) => east(each.a ?? "") !== east(each.b ?? ""))).toBe(true);
  expect(sides[0]).toMatchObject({ kind: "river", name: "Alder" });
  expect(sidesOf([{ ...river, kind: "ridge" }], hexes, frame)).toEqual([]);
});

test("a crossing joins the two hexes that its water parts, and names the water", () => {
  const sides = sidesOf([river], hexes, frame);
  const bridge = crossingAt([50.9913, 5.022], sides, hexes, frame);
  expect(sides).toContainEqual({ a: bridge.a, b: bridge.b, kind: "river", name: "Alder" });
  expect(bridge.over).toBe("Alder");
  expect(crossingAt([50.9913, 5.022], [], hexes, frame)).not.toHaveProperty("over");
});

test("a road is drawn from end to end, and its length is never less than its line", () => {
  const ends = [{ id: "A", lat: "51.0", lon: "5.0" }, { id: "B", lat: "51.0", lon: "5.03" }];
  expect(linkDrawn({ from: "A", to: "B" }, ends, [], frame)).toMatchObject({ points: "51.0000 5.0000;51.0000 5.0300", km: "3.00" });
  const bent = linkDrawn({ from: "A", to: "B" }, ends, [[51.01, 5.015]], frame);
  expect(bent.points).toBe("51.0000 5.0000;51.0100 5.0150;51.0000 5.0300");
  expect(Number(bent.km)).toBeGreaterThan(3.6);
  expect(linkDrawn({ from: "A", to: "" }, ends, [[51.01, 5.015]], frame).points).toBe("51.0100 5.0150");
});

test("a new turn is the half day after the last one", () => {
  const column = (name: string): object => ({ name, kind: "text", words: [], refers: "", needed: false });
  const sort = { id: "turns.csv", columns: ["turn", "date", "half"].map(column), terms: [] } as unknown as BuilderTable;
  const morning = { turn: "1", date: "1944-09-30", half: "am" };
  const noon = rowAfter(sort, [morning], morning);
  expect(noon).toEqual({ turn: "2", date: "1944-09-30", half: "pm" });
  expect(rowAfter(sort, [morning, noon], noon)).toEqual({ turn: "3", date: "1944-10-01", half: "am" });
});
