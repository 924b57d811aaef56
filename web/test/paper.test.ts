import { describe, expect, it } from "vitest";

import { countOf, edited, filesOf, wrongRows, type Edits } from "../src/lib/paper";
import type { PaperTable } from "../src/lib/wire";

const about: PaperTable = { file: "about.csv", head: ["what", "is"], rows: [["turn", "3"]], entered: [] };
const units: PaperTable = {
  file: "units.csv",
  head: ["id", "name", "stands", "place"],
  rows: [["GB-1", "Irish", "on the map", "Aalst"], ["GB-2", "Welsh, 2nd", "on the map", "Best"]],
  entered: ["stands", "place"],
};
const [irish = [], welsh = []] = units.rows;

describe("a turn that is entered in the page", () => {
  it("sends the changed cells alone, with the turn that they are of", () => {
    let edits: Edits = edited({}, units, welsh, "place", ' 2 km N of "Best", east ');
    edits = edited(edits, units, irish, "stands", "gone");
    expect(countOf(edits)).toBe(2);
    expect(filesOf([about, units], edits)).toEqual({
      "about.csv": '"what","is"\n"turn","3"',
      "units.csv": '"id","stands","place"\n"GB-2","","2 km N of ""Best"", east"\n"GB-1","gone",""',
    });
  });

  it("forgets a cell that is as it was, or empty", () => {
    const first = edited({}, units, irish, "place", "Best");
    for (const cell of ["Aalst", "", "  "]) {
      const edits = edited(first, units, irish, "place", cell);
      expect(countOf(edits)).toBe(0);
      expect(filesOf([about, units], edits)).toEqual({ "about.csv": '"what","is"\n"turn","3"' });
    }
  });

  it("finds the rows of faults in what was sent", () => {
    const edits = edited(edited({}, units, welsh, "place", "Bset"), units, irish, "place", "Alast");
    const fault = { file: "units.csv", row: 3, column: "place", value: "Alast", reason: "there is no such place" };
    expect(wrongRows(edits, [fault, { ...fault, row: 0 }]).map((each) => each.key)).toEqual(["GB-1", ""]);
  });
});
