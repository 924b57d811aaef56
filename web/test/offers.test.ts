import { expect, test } from "vitest";

import { clockOf, facts, settingOf } from "../src/lib/offers";
import type { Offered, Rules } from "../src/lib/types";

const GAME = {
  id: "roundup",
  title: "Operation Roundup",
  scenarios: [{ id: "standard", title: "The campaign" }, { id: "landing", title: "The landing" }],
  options: [
    { id: "weather", choices: ["off", "on"] },
    { id: "allied-bid", choices: ["0", "1", "2"] },
  ],
  settings: [
    { id: "even", title: "Even", options: { weather: "on" } },
    { id: "printed", title: "As printed", options: {} },
  ],
  bidding: { unit: "points", options: { allied: "allied-bid" }, most: 2 },
} as unknown as Rules;

const TABLE: Offered = {
  id: "a",
  name: "Ours",
  game: "roundup",
  scenario: "standard",
  options: { weather: "on", "allied-bid": "2" },
  status: "open",
  seats: { allied: { holder: "Ann", player: null }, german: { holder: null, player: null } },
  free: ["german"],
  bids: "",
  rated: true,
  clock: "turn",
  seconds: 86_400,
  turn: 0,
  created: 0,
};

test("a table is named by the setting whose options it has", () => {
  expect(settingOf(GAME, TABLE)).toBe("Even");
  expect(settingOf(GAME, { ...TABLE, options: { weather: "off" } })).toBe("As printed");
  expect(settingOf({ ...GAME, settings: GAME.settings.slice(0, 1) }, { ...TABLE, options: { weather: "off" } })).toBe("own options");
  expect(settingOf(GAME, { ...TABLE, scenario: "landing" })).toBe("");
});

test("a clock is named, also one that the lobby does not offer", () => {
  expect(clockOf("turn", 86_400)).toBe("A day for each turn");
  expect(clockOf("game", 2_400)).toBe("40 minutes for the game");
  expect(clockOf("none", 0)).toBe("No clock");
});

test("an open table tells what one sits down to", () => {
  expect(facts(TABLE, GAME, 5 * 60_000)).toEqual(["Operation Roundup", "Even", "A day for each turn", "rated", "opened 5 minutes ago"]);
  const begun: Offered = { ...TABLE, scenario: "landing", status: "live", free: [], bids: "german", rated: false, clock: "none", turn: 3 };
  expect(facts(begun, GAME, 0)).toEqual(["Operation Roundup", "The landing", "No clock", "turn 3"]);
});
