import type { BuilderTable, DraftFault, DraftTable, MapFrame, Survey } from "./wire";

export type Tables = Record<string, DraftTable>;
export type Row = Record<string, string>;

/** The tables of each part of a scenario, in the order in which people fill them in. */
export const GROUPS: [string, string[]][] = [
  ["start", ["scenario.toml"]],
  ["map", ["pack.toml", "hexes.csv", "lines.csv", "sides.csv", "places.csv", "crossings.csv", "links.csv", "areas.csv", "pack.toml terrain", "pack.toml settlement", "pack.toml flags", "pack.toml facts", "sheet.toml", "heights.csv"]],
  ["teams", ["scenario.toml team", "scenario.toml grouping"]],
  ["units", ["oob.csv", "profiles.csv"]],
  ["supplies", ["supplies.csv", "scenario.toml train"]],
  ["weather", ["turns.csv"]],
  ["ground", ["scenario.toml advantage", "scenario.toml vital"]],
  ["air", ["scenario.toml air", "air.csv", "lifts.csv", "scenario.toml liaison", "scenario.toml airstrip", "scenario.toml flak", "scenario.toml habit", "scenario.toml rejoin"]],
  ["sea", ["scenario.toml convoy", "scenario.toml battery", "scenario.toml beach", "scenario.toml fleet"]],
  ["rules", ["scenario.toml figure", "scenario.toml cell"]],
  ["score", ["debrief.toml", "debrief.toml section", "debrief.toml line", "debrief.toml watch", "debrief.toml band"]],
  ["cards", ["honours.toml mission", "honours.toml citation", "honours.toml prize", "honours.toml watch", "panel.toml front", "panel.toml gauge", "panel.toml strength"]],
];

export function rowsOf(table: DraftTable | undefined): Row[] {
  return (table?.rows ?? []).map((row) => Object.fromEntries((table?.columns ?? []).map((name, i) => [name, row[i] ?? ""])));
}

/** A table of rows with its own columns and the columns that some rows add. */
export function tableOf(sort: BuilderTable, rows: Row[]): DraftTable {
  const columns = sort.columns.map((each) => each.name);
  for (const row of rows) for (const name of Object.keys(row)) if (!columns.includes(name) && row[name]) columns.push(name);
  return { columns, rows: rows.map((row) => columns.map((name) => row[name] ?? "")) };
}

/**
 * The rows of a pasted spreadsheet: separated by tabs if there are any, otherwise by commas, with
 * spreadsheet quotes.
 */
export function cellsOf(text: string): string[][] {
  const gap = text.includes("\t") ? "\t" : ",";
  const found: string[][] = [[]];
  let [cell, quoted] = ["", false];
  const flat = text.replaceAll("\r\n", "\n").replaceAll("\r", "\n");
  for (let i = 0; i < flat.length; i++) {
    const sign = flat[i] as string;
    if (quoted) {
      if (sign !== '"') cell += sign === "\n" ? " " : sign;
      else if (flat[i + 1] === '"') cell += flat[++i];
      else quoted = false;
    } else if (sign === '"' && !cell) quoted = true;
    else if (sign === gap || sign === "\n") {
      found.at(-1)?.push(cell);
      cell = "";
      if (sign === "\n") found.push([]);
    } else cell += sign;
  }
  found.at(-1)?.push(cell);
  return found.filter((row) => row.some((each) => each));
}

/** Pasted cells as rows of a table: by the headings in the first row, otherwise from the left. */
export function pasted(sort: BuilderTable, text: string): Row[] {
  const known = [...sort.columns.map((each) => each.name), ...sort.terms];
  const cells = cellsOf(text);
  const first = cells[0]?.map((each) => each.trim()) ?? [];
  const headed = first.length > 0 && first.every((each) => known.includes(each));
  const columns = headed ? first : sort.columns.map((each) => each.name);
  return cells.slice(headed ? 1 : 0).map((row) => Object.fromEntries(row.slice(0, columns.length).map((cell, i) => [columns[i] as string, cell.trim()])));
}

/** What the first unit of a scenario begins with; the others are copies of one before. */
const FIRST_UNIT: Row = { start_step: "0", arrival_turn: "1", arrival_turn_hist: "1", arrival_mode: "in place" };
const DAY_MS = 86_400_000;

/** The half day after that of a turn. */
function halfDayAfter(turn: Row): Row {
  const day = Date.parse(`${turn.date}T00:00:00Z`);
  if (turn.half !== "pm" || Number.isNaN(day)) return { half: turn.half === "am" ? "pm" : (turn.half ?? "") };
  return { half: "am", date: new Date(day + DAY_MS).toISOString().slice(0, 10) };
}

/** A new row: a copy of the previous one, with its own id. */
export function rowAfter(sort: BuilderTable, rows: Row[], like: Row | undefined): Row {
  const row: Row = {};
  for (const column of sort.columns) row[column.name] = like?.[column.name] ?? column.words[0] ?? (column.kind === "yes or no" ? "no" : column.kind === "whole" && column.needed ? "0" : "");
  const key = sort.columns[0]?.name ?? "";
  const taken = new Set(rows.map((each) => each[key]));
  if (sort.id === "oob.csv" && !like) Object.assign(row, FIRST_UNIT);
  if (key === "turn") Object.assign(row, { turn: String(rows.length + 1) }, like ? halfDayAfter(like) : {});
  else if (key === "id" || key === "seat") {
    const stem = (like?.[key] ?? "NEW").replace(/-?\d+$/, "");
    for (let n = 1; !row[key] || taken.has(row[key]); n++) row[key] = `${stem}-${n}`;
  }
  return row;
}

export function faultsOf(faults: DraftFault[], table: string, row: number): DraftFault[] {
  return faults.filter((each) => each.table === table && each.row === row);
}

/** The projection of latitude and longitude on the builder's map. */
export interface Lie {
  width: number;
  height: number;
  at: (lat: number, lon: number) => [number, number];
  earth: (x: number, y: number) => [number, number];
}

export function lieOfSurvey(survey: Survey): Lie {
  const [east, north, origin] = [survey.east, survey.north, survey.origin];
  const whole = east[0] * north[1] - east[1] * north[0];
  return {
    width: survey.width,
    height: survey.height,
    at(lat, lon) {
      const [x, y] = [(lon - survey.earth[1]) / survey.degrees[1], (lat - survey.earth[0]) / survey.degrees[0]];
      return [origin[0] + x * east[0] + y * north[0], origin[1] + x * east[1] + y * north[1]];
    },
    earth(px, py) {
      const [dx, dy] = [px - origin[0], py - origin[1]];
      const [x, y] = [(dx * north[1] - dy * north[0]) / whole, (dy * east[0] - dx * east[1]) / whole];
      return [survey.earth[0] + y * survey.degrees[0], survey.earth[1] + x * survey.degrees[1]];
    },
  };
}

export interface Hex {
  number: string;
  lat: number;
  lon: number;
}

export function hexesOf(frame: MapFrame, numbers: string[]): Hex[] {
  return numbers.map((number) => {
    const [r, p] = [Number(number.slice(0, frame.digits[0])), Number(number.slice(frame.digits[0]))];
    const odd = r % 2;
    const along = (i: 0 | 1): number => frame.first[i] + frame.position[i] * p + frame.row[i] * r + frame.shift[i] * odd;
    return { number, lat: along(0), lon: along(1) };
  });
}

/** Pixels per kilometre of a new map. */
export const PER_KM = 24;

export function lieOfHexes(frame: MapFrame, hexes: Hex[]): Lie {
  const north = Math.max(...hexes.map((each) => each.lat)) + 1 / frame.km[0];
  const south = Math.min(...hexes.map((each) => each.lat)) - 1 / frame.km[0];
  const west = Math.min(...hexes.map((each) => each.lon)) - 1 / frame.km[1];
  const east = Math.max(...hexes.map((each) => each.lon)) + 1 / frame.km[1];
  const [down, across] = [frame.km[0] * PER_KM, frame.km[1] * PER_KM];
  return {
    width: (east - west) * across,
    height: (north - south) * down,
    at: (lat, lon) => [(lon - west) * across, (north - lat) * down],
    earth: (x, y) => [north - y / down, west + x / across],
  };
}

/** The hexes nearest to a point, nearest first. */
export function nearest(hexes: Hex[], frame: MapFrame, lat: number, lon: number, count: number): Hex[] {
  const far = (each: Hex): number => Math.hypot((each.lat - lat) * frame.km[0], (each.lon - lon) * frame.km[1]);
  return hexes.map((each): [number, Hex] => [far(each), each]).sort((a, b) => a[0] - b[0]).slice(0, count).map(([, each]) => each);
}

export function pointsOf(text: string): [number, number][] {
  return text.split(";").map((each) => each.trim().split(/\s+/).map(Number)).filter((each): each is [number, number] => each.length === 2 && each.every(Number.isFinite));
}

export const short = (degrees: number): string => degrees.toFixed(4);

/** The kinds of lines that are water. */
export const WATER: readonly string[] = ["river", "major river", "canal", "stream"];

type Spot = [number, number];

/** Kilometres between two points of the earth, on the map's plane. */
function kmBetween(frame: MapFrame, a: Spot, b: Spot): number {
  return Math.hypot((a[0] - b[0]) * frame.km[0], (a[1] - b[1]) * frame.km[1]);
}

function crosses(a: Spot, b: Spot, p: Spot, q: Spot): boolean {
  const turn = (o: Spot, s: Spot, e: Spot): number => Math.sign((s[0] - o[0]) * (e[1] - o[1]) - (s[1] - o[1]) * (e[0] - o[0]));
  return turn(a, b, p) !== turn(a, b, q) && turn(p, q, a) !== turn(p, q, b);
}

/** The hexsides along the waters of a map: two hexes are parted if a water runs between their middles. */
export function sidesOf(lines: Row[], hexes: Hex[], frame: MapFrame): Row[] {
  const spot = (each: Hex): Spot => [each.lat, each.lon];
  const found: Row[] = [];
  const near = kmBetween(frame, [0, 0], frame.position) * 1.2;
  const courses = lines.filter((each) => WATER.includes(each.kind ?? "")).map((each): [Row, Spot[]] => [each, pointsOf(each.points ?? "")]);
  for (const [i, a] of hexes.entries()) {
    for (const b of hexes.slice(i + 1)) {
      if (Math.abs(a.lat - b.lat) * frame.km[0] > near || kmBetween(frame, spot(a), spot(b)) > near) continue;
      for (const [line, points] of courses) {
        if (points.some((each, n) => n > 0 && crosses(spot(a), spot(b), points[n - 1] as Spot, each))) found.push({ a: a.number, b: b.number, kind: line.kind ?? "", name: line.name ?? "" });
      }
    }
  }
  return found;
}

/** Where a crossing lies: its point, the two hexes that it joins, and the water between them if there is one. */
export function crossingAt(at: Spot, sides: Row[], hexes: Hex[], frame: MapFrame): Row {
  const near = nearest(hexes, frame, at[0], at[1], 4).map((each) => each.number);
  const side = sides.find((each) => WATER.includes(each.kind ?? "") && near.includes(each.a ?? "") && near.includes(each.b ?? ""));
  const [a = "", b = ""] = side ? [side.a, side.b] : near;
  return { lat: short(at[0]), lon: short(at[1]), a, b, ...(side ? { over: side.name ?? "" } : {}) };
}

/** A road or railway with its line from end to end by the points between, and its length. */
export function linkDrawn(link: Row, ends: Row[], between: Spot[], frame: MapFrame): Row {
  const end = (id: string | undefined): Spot | null => {
    const found = ends.find((each) => each.id === id && each.lat && each.lon);
    return found ? [Number(found.lat), Number(found.lon)] : null;
  };
  const [from, to] = [end(link.from), end(link.to)];
  if (!from || !to) return { ...link, points: between.map((each) => each.map(short).join(" ")).join(";") };
  const line = [from, ...between, to];
  const km = line.reduce((sum, each, n) => sum + (n > 0 ? kmBetween(frame, line[n - 1] as Spot, each) : 0), 0);
  return { ...link, points: line.map((each) => each.map(short).join(" ")).join(";"), km: (Math.ceil(km * 100 - 1e-6) / 100).toFixed(2) };
}
