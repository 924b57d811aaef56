// What goes over the wire; see docs/server.md.

export interface Ref {
  kind: string;
  number: number;
  text: string;
}

/** A text in pieces: plain, or naming a thing that can be linked. */
export type Pieces = (string | Ref)[];

export interface Decision {
  seats: string[];
  kind: string;
  rule: string;
  prompts: Record<string, Pieces>;
  waiting: Pieces;
}

export interface Outcome {
  text: Pieces;
  rule: string;
  winner: string | null;
}

export interface ClockTold {
  kind: "turn" | "game";
  limit: number;
  left: Record<string, number>;
  running: string[];
  since: number;
}

export interface Request {
  kind: "takeback" | "adjourn" | "resume";
  seat: string;
  line?: number;
  agreed: number;
}

export type Corner = "nw" | "ne" | "sw" | "se";

export interface Marked {
  hex: number;
  marker: string;
  corner: Corner;
  said: string;
}

export interface Badge {
  unit: number;
  marker: string;
  said: string;
}

export interface Track {
  name: string;
  rule: string;
  boxes?: { text: string; tint?: string }[];
  at?: number;
  text?: string;
  note?: string;
  /** What it counts, one by one. */
  list?: string[];
}

/** Units beside the map. */
export interface Box {
  name: string;
  rule: string;
  units: number[];
  note?: string;
}

/** What the game has beside its units: lying in hexes, on units, on tracks. */
export interface Shown {
  markers: Marked[];
  badges: Badge[];
  tracks: Track[];
  boxes: Box[];
}

/** What can be seen of a position, now or at an earlier point. */
export interface SeenState {
  heading: string;
  shown: Shown;
  /** The parts of a turn, and which of them it is; -1 during the set-up. */
  ribbon: { stages: string[]; at: number; note?: string };
  view: Record<string, unknown> & { units: number[][] };
}

export interface TableState extends SeenState {
  decision: Decision | null;
  outcome: Outcome | null;
  lines: number;
  undo: Record<string, number>;
  /** The standing orders of one's own seats; empty where there are none. */
  orders: Record<string, string>;
  name: string;
  status: "live" | "adjourned" | "over";
  seats: Record<string, { holder: string | null; player: string | null }>;
  clock: ClockTold | null;
  request: Request | null;
  dice: { trust: string; commitment: string };
}

export interface Happened {
  line: number;
  kind: string;
  text: Pieces;
  rule: string;
}

export type Change = [path: (string | number)[], value?: unknown];

export interface Update {
  type: "update";
  from: string;
  to: string;
  changes: Change[];
  events: Happened[];
  cut?: number;
}

export interface Reason {
  text: Pieces;
  rule: string;
}

/** A line that may be done, its verb, and the numbers of what it is about. */
export type Legal = [line: string, verb: string, ...numbers: number[]];

export interface ChatLine {
  number: number;
  name: string;
  text: string;
  at: number;
  room: string;
}

export interface Hex {
  number: string;
  x: number;
  y: number;
  name?: string;
}

export interface Unit {
  id: string;
  name: string;
  nation: string;
  steps: number;
}

export interface BoardInfo {
  game: string;
  title: string;
  width: number;
  height: number;
  hex: number;
  hexes: Hex[];
  layers: string[];
  overlays: { id: string; name: string; rule: string }[];
  scales: number[];
  units: Unit[];
  verbs: Record<string, string[]>;
  seats: string[];
  /** Standing orders that a seat may leave. */
  orders: string[];
  nouns: Record<string, { written: string[]; said: string[] }>;
}

/** Something that happened while I was away. */
export interface Notice {
  id: number;
  game: string;
  kind: string;
  text: string;
  at: number;
  link: string;
}

export interface Summary {
  id: string;
  name: string;
  game: string;
  title: string;
  scenario: string;
  status: "open" | "live" | "adjourned" | "over";
  seats: Record<string, { holder: string | null; player: string | null }>;
  my_seats: string[];
  asked: string[];
  my_turn: boolean;
  since: number;
  result: string;
  changed: number;
  links?: Record<string, string>;
}

export interface Rules {
  id: string;
  title: string;
  seats: string[];
  scenarios: { id: string; title: string; description: string }[];
  options: { id: string; title: string; rule: string; choices: string[] }[];
  players: string[];
  orders: string[];
}

export interface Sum {
  name: string;
  total: string;
  rows: { value: number; text: Pieces; rule: string }[];
}

/** A fight before its dice, as `ask odds` answers. */
export interface Weighed {
  title: Pieces;
  parts: Sum[];
  odds: string;
  rule: string;
  faces: string[];
  results: { result: string; share: number; words: string; note: string }[];
  taken: number | null;
  held: number | null;
}

/** A rule in our own words. */
export interface RuleText {
  rule: string;
  title: string;
  says: string;
}

/** A hex that a unit under way may go to. */
export interface Reached {
  hex: number;
  cost: string;
  way: number[];
  notes: Reason[];
}

/** An attack that is being gathered, as `ask gather` answers: whom one may add or leave out,
 * with the lines that gather the force it would be, from nobody on. */
export interface Gather {
  hex: number;
  force: number[];
  add: { unit: number; lines: string[] }[];
  leave: { unit: number; lines: string[] }[];
}

/** A chart of the player aid. */
export interface Chart {
  title: string;
  rules: string;
  head: string[];
  rows: string[][];
  notes: { says: string; rules: string }[];
}

/** A part of an overlay, as `ask overlay` answers. */
export interface OverlayPart {
  name: string;
  side: string;
  mark: string;
  rule: string;
  hexes: number[];
  figures: [hex: number, figure: number][];
  ways: number[][];
  units: number[];
  rows: { unit: number; name: string; text: string }[];
  note: string;
}

/** The story of a game that is over. */
export interface Report {
  turns: number[];
  ends: number[];
  charts: { title: string; lines: { name: string; side: string; rule: string; values: number[] }[] }[];
  /** Steps lost by each seat in each turn. */
  losses: Record<string, number[]>;
  lost: Record<string, number>;
  fights: { line: number; turn: number; by: string; hex: number; result: string; luck: number }[];
  luck: { seat: string; by: number; spread: number; rarer: number; fights: number };
  turning: { line: number; turn: number; text: Pieces }[];
}

/** What a staff wrote about turns that are over, the last first; and why it is shut. */
export interface Accounts {
  accounts: { turn: number; seat: string; text: string }[];
  shut: string;
}

/** A plan to choose. */
export interface Plan {
  title: string;
  lines: string[];
}
