import { describe, expect, it } from "vitest";

import { castOf, halfDayOf, type Castable } from "../src/lib/evening";

const known: Castable[] = [
  { id: "XXX-Corps", name: "XXX Corps" },
  { id: "Guards", name: "Guards Armd Div" },
  { id: "9th-SS", name: "9th SS Panzer Div" },
  { id: "10th-SS", name: "10th SS Panzer Div" },
  { id: "1st-Airborne", name: "1st Airborne Div" },
  { id: "101st", name: "101st Airborne Div" },
  { id: "axis", name: "axis", side: true },
];

describe("a cast list", () => {
  it("takes headquarters by short or long name, or by how they begin", () => {
    const read = castOf("Ann Lee, guards\nEd, XXX Corps\nFay\t9th ss\n\nGil; Guards Armd Div", known);
    expect(read.wrong).toEqual([]);
    expect(read.people.map((each) => each.teams)).toEqual([["Guards"], ["XXX-Corps"], ["9th-SS"], ["Guards"]]);
    expect(read.people.every((each) => each.role === "team")).toBe(true);
  });

  it("takes roles, and sides for umpires alone", () => {
    const read = castOf("Bob, map\nCy, Liaison, guards, 9th-SS\nHal, observer, Axis\nDee, Press", known);
    expect(read.wrong).toEqual([]);
    expect(read.people).toEqual([
      { name: "Bob", role: "map", teams: [] },
      { name: "Cy", role: "liaison", teams: ["Guards", "9th-SS"] },
      { name: "Hal", role: "observer", teams: ["axis"] },
      { name: "Dee", role: "press", teams: [] },
    ]);
    expect(castOf("Ann, axis", known).wrong).toEqual(["Line 1: there is no headquarters “axis”."]);
  });

  it("names every line that it cannot read", () => {
    const read = castOf("Ann\nBob, Nowhere\nCy, Liaison\n, Guards\nEd, 1\nFay, !!", known);
    expect(read.wrong).toEqual([
      "Line 1: say which headquarters or role Ann gets.",
      "Line 2: there is no headquarters “Nowhere”.",
      "Line 3: say which headquarters Cy gets.",
      "Line 4: a name is missing.",
      "Line 5: “1” can be 10th SS Panzer Div or 1st Airborne Div or 101st Airborne Div.",
      "Line 6: there is no headquarters “!!”.",
    ]);
  });
});

describe("a half day", () => {
  it("is said in words; other headings stay as they are", () => {
    expect(halfDayOf("1944-09-17 am")).toBe("17 September 1944, morning");
    expect(halfDayOf("1942-07-10 pm")).toBe("10 July 1942, afternoon");
    expect(halfDayOf("The operation is over")).toBe("The operation is over");
  });
});

it("a mistyped headquarters or role of a cast list gets a suggestion", () => {
  const known = [{ id: "Guards", name: "Guards Armd Div" }, { id: "Walther", name: "KG Walther" }];
  expect(castOf("Gil, Gards\nPam, Pres\nEd, Nowhere\nLou, Liaison, Walter", known).wrong).toEqual([
    "Line 1: there is no headquarters “Gards”; did you mean Guards?",
    "Line 2: there is no headquarters “Pres”; did you mean Press?",
    "Line 3: there is no headquarters “Nowhere”.",
    "Line 4: there is no headquarters “Walter”; did you mean Walther?",
  ]);
});
