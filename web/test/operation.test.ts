import { describe, expect, it } from "vitest";

import { blank, draftOf, endedBefore, keptDraft, minutes, nameFinder, numberOf, referenceOf, referredTo, sheetText, spot, type Draft } from "../src/lib/operation";
import type { Form, Survey } from "../src/lib/wire";

const survey = { width: 1000, height: 800, per_km: 20, origin: [300, 500], east: [0.02, 0], north: [0, -0.02], grid: [-400, 900] } as unknown as Survey;
const takes = (name: string, several = false): { name: string; takes: "words"; choices: string[]; several: boolean } => ({ name, takes: "words", choices: [], several });
const form = {
  columns: { order: [], supply: [takes("from")], blow: [takes("bridge")], fire: [takes("guns", true), takes("at")] },
} as unknown as Form;
const draft: Draft = {
  orders: [{ ...blank("Irish Guards, Welsh Guards", "move"), objective: "Aalst", after: true }],
  rows: { fire: [{ guns: "55th Field, 64th Medium", at: "Aalst", night: false }], supply: [{ from: "dump", ammo: "" }] },
};

describe("a sheet", () => {
  it("is sent in the order of the form, with lists where a field names several", () => {
    const sheet = JSON.parse(sheetText("Guards", 3, draft, form)) as Record<string, unknown>;
    expect(Object.keys(sheet)).toEqual(["team", "turn", "order", "supply", "fire"]);
    expect(sheet["order"]).toEqual([{ unit: ["Irish Guards", "Welsh Guards"], action: "move", posture: "tact", objective: "Aalst", after: "fights" }]);
    expect(sheet["fire"]).toEqual([{ guns: ["55th Field", "64th Medium"], at: "Aalst" }]);
    expect(sheet["supply"]).toEqual([{ from: "dump" }]);
  });

  it("numbers its other lines after the orders, kind by kind", () => {
    expect(numberOf(form, draft, "supply", 0)).toBe(2);
    expect(numberOf(form, draft, "fire", 0)).toBe(3);
  });

  it("comes back from what was sent, and from drafts of before", () => {
    const back = draftOf(JSON.parse(sheetText("Guards", 3, draft, form)));
    expect(back.orders).toEqual(draft.orders);
    expect(back.rows["fire"]).toEqual([{ guns: "55th Field, 64th Medium", at: "Aalst" }]);
    expect(keptDraft(JSON.stringify([{ unit: "all", action: "hold" }]))?.orders[0]).toEqual(blank("all", "hold"));
    expect(keptDraft(null)).toBeNull();
  });
});

describe("map references", () => {
  it("lead back to the square that they name", () => {
    for (const [x, y] of [[0, 0], [12_345, 6789], [-9000, -2000]] as const) {
      const at = referredTo(survey, referenceOf(survey, x, y));
      expect(at).not.toBeNull();
      expect(Math.hypot((at?.[0] ?? 0) - x, (at?.[1] ?? 0) - y)).toBeLessThan(80);
    }
  });

  it("count from the printed grid and know what is off the sheet", () => {
    const [across, down] = spot(survey, 0, 0);
    expect(referenceOf(survey, 0, 0)).toBe(`${String(((across + 400) / 20) * 10).padStart(3, "0")} ${String(((900 - down) / 20) * 10).padStart(3, "0")}`);
    expect(referredTo(survey, "9999")).toBeNull();
    expect(referredTo(survey, "Aalst")).toBeNull();
  });
});

describe("a report", () => {
  it("finds places by their short names, whole words alone and the longest first", () => {
    const find = nameFinder([{ name: "Aalst", x: 1, y: 2 }, { name: "Joe's Bridge (No 9)", x: 3, y: 4 }, { name: "Aalst bridge", x: 5, y: 6 }], [{ name: "1st (Armd) Guards", x: 7, y: 8 }]);
    expect(find("At Aalst bridge, not Aalstwijk; 1st at Joe's Bridge.")).toEqual([
      { text: "At " },
      { text: "Aalst bridge", at: [5, 6] },
      { text: ", not Aalstwijk; 1st at " },
      { text: "Joe's Bridge", at: [3, 4] },
      { text: "." },
    ]);
  });

  it("is as at the end of the half day before", () => {
    expect(endedBefore("1944-09-17", "pm")).toEqual({ date: "1944-09-17", time: "1200" });
    expect(endedBefore("1944-09-18", "am")).toEqual({ date: "1944-09-17", time: "2400" });
    expect(minutes(61_000)).toBe("1:01");
    expect(minutes(-5)).toBe("0:00");
  });
});
