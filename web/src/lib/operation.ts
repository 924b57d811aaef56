// A team's knowledge of an operation, and the sheet it writes. Texts from the server are shown as they are.

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
/** The outcome of a line of the sheet. */
export interface Outcome {
  number: number;
  who: string;
  action: string;
  goal: string;
  outcome: string;
  why: string;
}
/** A message that a team received. */
export interface Received {
  sender: string;
  sent: number;
  by: string;
  text: string;
}
/** What Control has released to a team. */
export interface Told {
  turn: number;
  report: string[];
  annex?: string[];
  orders?: Outcome[];
  messages?: Received[];
  mission?: string[];
  units: Unit[];
  due: { id: string; name: string; turn: number }[];
  lost: string[];
  down: string[];
  sightings: Sighting[];
  stocks: Stock[];
  crossings: { name: string; class: string; capacity: number; charged?: boolean }[];
}

/** One order, in the columns of the printed sheet. */
export interface Order {
  unit: string;
  orders: string;
  support: string;
  ammo: string;
  fuel: string;
  air: string;
  cab_rank: string;
  priority: string;
  lifted_by: string;
  action: string;
  posture: string;
  objective: string;
  route: string;
  stand_fast: boolean;
  night: boolean;
  column: boolean;
  after: boolean;
  counter_attack: boolean;
  infiltrate: boolean;
}

/** A line of another kind: the content of each field. */
export type Row = Record<string, string | boolean>;

/** The whole sheet. */
export interface Draft {
  orders: Order[];
  rows: Record<string, Row[]>;
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
    cab_rank: "",
    priority: "",
    lifted_by: "",
    action,
    posture: "tact",
    objective: "",
    route: "",
    stand_fast: false,
    night: false,
    column: false,
    after: false,
    counter_attack: false,
    infiltrate: false,
  };
}

const LISTS: ReadonlySet<string> = new Set(["unit", "support", "route"]);

/** Names on one line, separated by commas or semicolons. */
function named(text: string): string[] {
  return text
    .split(/[,;]/)
    .map((each) => each.trim())
    .filter(Boolean);
}

/** The kinds of lines besides orders, in the order of the sheet. */
export function kindsOf(form: Pick<Form, "columns">): string[] {
  return Object.keys(form.columns).filter((each) => each !== "order");
}

/** The number on the sheet of a line that is not an order. */
export function numberOf(form: Form, draft: Draft, kind: string, at: number): number {
  let number = draft.orders.length;
  for (const each of kindsOf(form)) {
    if (each === kind) break;
    number += draft.rows[each]?.length ?? 0;
  }
  return number + at + 1;
}

/** The sheet in the form that the server takes. */
export function sheetText(seat: string, turn: number, draft: Draft, form: Pick<Form, "columns">): string {
  const order = draft.orders.map((each) => {
    const line: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(each)) {
      if (key === "after") {
        if (value) line[key] = "fights";
      } else if (LISTS.has(key)) {
        const names = named(String(value));
        if (names.length > 0) line[key] = names;
      } else if (value !== "" && value !== false) line[key] = value;
    }
    return line;
  });
  const sheet: Record<string, unknown> = { team: seat, turn: String(turn), order };
  for (const kind of kindsOf(form)) {
    const rows = draft.rows[kind] ?? [];
    if (rows.length === 0) continue;
    const several = new Set(form.columns[kind]?.filter((each) => each.several).map((each) => each.name));
    sheet[kind] = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row)
          .filter(([, value]) => value !== "" && value !== false)
          .map(([key, value]) => [key, several.has(key) ? named(String(value)) : value]),
      ),
    );
  }
  return JSON.stringify(sheet);
}

/** A sent sheet, for the form. */
export function draftOf(sheet: unknown): Draft {
  const sent = (sheet ?? {}) as Record<string, unknown>;
  const lists = Object.entries(sent).filter((each): each is [string, Record<string, unknown>[]] => Array.isArray(each[1]) && each[0] !== "faults");
  const rows: Record<string, Row[]> = {};
  for (const [kind, lines] of lists) {
    if (kind === "order") continue;
    rows[kind] = lines.map((line) => Object.fromEntries(Object.entries(line).map(([key, value]) => [key, typeof value === "boolean" ? value : Array.isArray(value) ? value.join(", ") : String(value)])));
  }
  return { orders: ordersOf(sheet), rows };
}

/** A draft stored in the browser; older ones held only orders. */
export function keptDraft(text: string | null): Draft | null {
  if (!text) return null;
  const found = JSON.parse(text) as Draft | Order[];
  const draft = Array.isArray(found) ? { orders: found, rows: {} } : found;
  return { orders: draft.orders.map((each) => ({ ...blank(), ...each })), rows: draft.rows };
}

/** The orders of a sent sheet. */
function ordersOf(sheet: unknown): Order[] {
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

/** The previous half day, and the hour at which it ended. */
export function endedBefore(date: string, half: string): { date: string; time: string } {
  if (half === "pm") return { date, time: "1200" };
  const day = new Date(`${date}T12:00:00Z`);
  day.setUTCDate(day.getUTCDate() - 1);
  return { date: day.toISOString().slice(0, 10), time: "2400" };
}

/** A point by the printed kilometre grid, to a hundred metres: `194 423`. */
export function referenceOf(survey: Survey, x: number, y: number): string {
  const [across, down] = spot(survey, x, y);
  const figure = (km: number): string => String(Math.floor((((km % 100) + 100) % 100) * 10)).padStart(3, "0");
  return `${figure((across - survey.grid[0]) / survey.per_km)} ${figure((survey.grid[1] - down) / survey.per_km)}`;
}

/** The point of a map reference of four or six figures, if it is on the sheet. */
export function referredTo(survey: Survey, text: string): [number, number] | null {
  const figures = text.replaceAll(/\s/g, "");
  if (!/^(\d{4}|\d{6})$/.test(figures)) return null;
  const half = figures.length / 2;
  const unit = 10 ** (half - 2);
  const [east, north] = [figures.slice(0, half), figures.slice(half)].map((each) => (Number(each) + 0.5) / unit) as [number, number];
  const [wide, high] = [survey.width / survey.per_km, survey.height / survey.per_km];
  const [west, top] = [-survey.grid[0] / survey.per_km, survey.grid[1] / survey.per_km];
  // References repeat every hundred kilometres, so take the first that is on the sheet.
  const onSheet = (km: number, from: number, to: number): number | null => {
    const first = km + Math.ceil((from - km) / 100) * 100;
    return first <= to ? first : null;
  };
  const [x, y] = [onSheet(east, west, west + wide), onSheet(north, top - high, top)];
  if (x === null || y === null) return null;
  return point(survey, survey.grid[0] + x * survey.per_km, survey.grid[1] - y * survey.per_km);
}

/** A point as latitude and longitude, which a sheet accepts as a place. */
export function earthAt(survey: Survey, x: number, y: number): string {
  return `${(survey.earth[0] + y * survey.degrees[0]).toFixed(4)}, ${(survey.earth[1] + x * survey.degrees[1]).toFixed(4)}`;
}

/** The short name of a place: `Joe's Bridge (No 9 De Groote Barrier)` is Joe's Bridge. */
export function shortName(name: string): string {
  return (name.split(" (")[0] ?? name).split(", ")[0] ?? name;
}

export interface Piece {
  text: string;
  at?: [number, number];
}

/** Finds the names of places and units in a text, the longest first. */
export function nameFinder(places: readonly { name: string; x: number; y: number }[], units: readonly { name: string; x: number; y: number }[]): (text: string) => Piece[] {
  const known = new Map<string, [number, number]>(units.map((each) => [each.name, [each.x, each.y]]));
  for (const each of places) for (const name of [each.name, shortName(each.name)]) if (name.length > 2 && !known.has(name)) known.set(name, [each.x, each.y]);
  const names = [...known.keys()].sort((a, b) => b.length - a.length).map((each) => each.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (names.length === 0) return (text) => [{ text }];
  const finder = new RegExp(`(?<![\\p{L}\\p{N}-])(?:${names.join("|")})(?![\\p{L}\\p{N}])`, "gu");
  return (text) => {
    const found: Piece[] = [];
    let last = 0;
    for (const match of text.matchAll(finder)) {
      if (match.index > last) found.push({ text: text.slice(last, match.index) });
      found.push({ text: match[0], at: known.get(match[0]) as [number, number] });
      last = match.index + match[0].length;
    }
    if (last < text.length) found.push({ text: text.slice(last) });
    return found;
  };
}

/** Minutes and seconds of some milliseconds. */
export function minutes(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The drawings and notes of a team on its map, in metres. */
export interface Marks {
  strokes: [number, number][][];
  notes: { x: number; y: number; text: string }[];
}

/** The position of a point on the map, in units of the map. */
export function spot(survey: Survey, x: number, y: number): [number, number] {
  const { origin, east, north } = survey;
  return [origin[0] + x * east[0] + y * north[0], origin[1] + x * east[1] + y * north[1]];
}

/** The point at a position of the map. */
export function point(survey: Survey, across: number, down: number): [number, number] {
  const { origin, east, north } = survey;
  const [dx, dy] = [across - origin[0], down - origin[1]];
  const turned = east[0] * north[1] - east[1] * north[0];
  return [(dx * north[1] - dy * north[0]) / turned, (dy * east[0] - dx * east[1]) / turned];
}

/** The landmark nearest to a point, within a distance in metres. */
export function nearest(survey: Survey, x: number, y: number, within: number): Survey["landmarks"][number] | null {
  let [best, least] = [null as Survey["landmarks"][number] | null, within];
  for (const each of survey.landmarks) {
    const far = Math.hypot(each.x - x, each.y - y);
    if (far < least) [best, least] = [each, far];
  }
  return best;
}

/** Units within a distance of each other, in metres, form a stack. */
export function stacks(units: readonly Unit[], within: number): Unit[][] {
  const found: Unit[][] = [];
  for (const unit of units) {
    const near = found.find(([first]) => first && Math.hypot(first.x - unit.x, first.y - unit.y) <= within);
    if (near) near.push(unit);
    else found.push([unit]);
  }
  return found;
}

/** The smallest grouping with exactly these units, if there is one. */
export function groupingOf(form: Form, units: readonly string[]): string {
  const wanted = [...units].sort().join();
  return form.groupings.find((each) => [...each.units].sort().join() === wanted)?.name ?? "";
}
