// What a team of an operation knows, and the sheet it writes. The server's words stay its own.

import type { Form, LineReading, Remark, Survey } from "./wire";

export interface Unit {
  id: string;
  name: string;
  x: number;
  y: number;
  at: string;
  state: string;
}
export interface Sighting {
  by: string;
  turn: number;
  x: number;
  y: number;
  at: string;
  count: string;
  size: number;
  kinds: string[];
  who: string;
  age: number;
  doubt: string;
}
export interface Stock {
  name: string;
  ammo: number;
  fuel: number;
  x?: number;
  y?: number;
}
/** What Control has released to a team. */
export interface Told {
  turn: number;
  report: string[];
  units: Unit[];
  due: { id: string; name: string; turn: number }[];
  lost: string[];
  down: string[];
  sightings: Sighting[];
  stocks: Stock[];
  crossings: { name: string; class: string; capacity: number }[];
}

/** One order, in the columns of the printed sheet. */
export interface Order {
  unit: string;
  orders: string;
  support: string;
  ammo: string;
  fuel: string;
  air: string;
  action: string;
  posture: string;
  objective: string;
  route: string;
  stand_fast: boolean;
  night: boolean;
  column: boolean;
  after: boolean;
}

export interface Reading {
  lines: LineReading[];
  problems: Remark[];
  questions: Remark[];
}

export const NO_READING: Reading = { lines: [], problems: [], questions: [] };

export function blank(unit = "", action = "hold"): Order {
  return {
    unit,
    orders: "",
    support: "",
    ammo: "",
    fuel: "",
    air: "",
    action,
    posture: "tact",
    objective: "",
    route: "",
    stand_fast: false,
    night: false,
    column: false,
    after: false,
  };
}

const LISTS: ReadonlySet<string> = new Set(["unit", "support", "route"]);

/** Names on one line, apart by commas or semicolons. */
function named(text: string): string[] {
  return text
    .split(/[,;]/)
    .map((each) => each.trim())
    .filter(Boolean);
}

/** The sheet as the server takes it; lines that say nothing are left out. */
export function sheetText(seat: string, turn: number, orders: readonly Order[]): string {
  const lines = orders.map((order) => {
    const line: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(order)) {
      if (key === "after") {
        if (value) line[key] = "fights";
      } else if (LISTS.has(key)) {
        const names = named(String(value));
        if (names.length > 0) line[key] = names;
      } else if (value !== "" && value !== false) line[key] = value;
    }
    return line;
  });
  return JSON.stringify({ team: seat, turn: String(turn), order: lines });
}

/** The orders of a sheet that was sent, for the form. */
export function ordersOf(sheet: unknown): Order[] {
  const found = (sheet as { order?: Record<string, unknown>[] } | null)?.order ?? [];
  return found.map((line) => {
    const order = blank();
    for (const key of Object.keys(order) as (keyof Order)[]) {
      const value = line[key];
      if (value === undefined) continue;
      if (key === "after") order.after = true;
      else if (Array.isArray(value)) order[key] = value.join(", ") as never;
      else if (typeof order[key] === "boolean") order[key] = Boolean(value) as never;
      else order[key] = String(value) as never;
    }
    return order;
  });
}

/** Where a point lies on the map, in its units. */
export function spot(survey: Survey, x: number, y: number): [number, number] {
  const { origin, east, north } = survey;
  return [origin[0] + x * east[0] + y * north[0], origin[1] + x * east[1] + y * north[1]];
}

/** The point under a spot of the map. */
export function point(survey: Survey, across: number, down: number): [number, number] {
  const { origin, east, north } = survey;
  const [dx, dy] = [across - origin[0], down - origin[1]];
  const turned = east[0] * north[1] - east[1] * north[0];
  return [(dx * north[1] - dy * north[0]) / turned, (dy * east[0] - dx * east[1]) / turned];
}

/** The landmark nearest to a point within so many metres. */
export function nearest(survey: Survey, x: number, y: number, within: number): Survey["landmarks"][number] | null {
  let [best, least] = [null as Survey["landmarks"][number] | null, within];
  for (const each of survey.landmarks) {
    const far = Math.hypot(each.x - x, each.y - y);
    if (far < least) [best, least] = [each, far];
  }
  return best;
}

/** Units that stand within so many metres of each other share a stack. */
export function stacks(units: readonly Unit[], within: number): Unit[][] {
  const found: Unit[][] = [];
  for (const unit of units) {
    const near = found.find(([first]) => first && Math.hypot(first.x - unit.x, first.y - unit.y) <= within);
    if (near) near.push(unit);
    else found.push([unit]);
  }
  return found;
}

/** The smallest grouping that has exactly these units, or nothing. */
export function groupingOf(form: Form, units: readonly string[]): string {
  const wanted = [...units].sort().join();
  return form.groupings.find((each) => [...each.units].sort().join() === wanted)?.name ?? "";
}
