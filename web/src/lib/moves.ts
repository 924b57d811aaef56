import type { BoardInfo, BoardVerb, Legal } from "./types";

/** The actions that can be done by pointing at the board, and the others, which get buttons. */
export interface Pointing {
  /** Units that have an action. */
  units: Map<number, Legal[]>;
  /** Hexes that have an action of the picked unit. */
  hexes: Map<number, Legal[]>;
  /** Actions about neither a unit nor a hex. */
  buttons: Legal[];
}

export type Verbs = Readonly<Record<string, BoardVerb>>;

/** The units and hexes of an action. */
export function role(action: Legal, verbs: Verbs): BoardVerb["role"] {
  return verbs[action[1]]?.role ?? "";
}

/** The number that an action has for a kind of noun; undefined if it has none. */
export function about(action: Legal, verbs: Verbs, kind: string): number | undefined {
  const at = (verbs[action[1]]?.nouns ?? []).indexOf(kind);
  return at < 0 ? undefined : action[2][at];
}

/** Sort the legal actions by what they concern. `picked` is the unit that is pointed at, if any. */
export function pointing(legal: readonly Legal[], verbs: Verbs, picked: number | null): Pointing {
  const found: Pointing = { units: new Map(), hexes: new Map(), buttons: [] };
  for (const action of legal) {
    const unit = about(action, verbs, "unit");
    const hex = about(action, verbs, "hex");
    if (unit !== undefined) add(found.units, unit, action);
    if (hex !== undefined && (unit === undefined || unit === picked)) add(found.hexes, hex, action);
    if (unit === undefined && hex === undefined) found.buttons.push(action);
  }
  return found;
}

function add(map: Map<number, Legal[]>, key: number, action: Legal): void {
  const list = map.get(key);
  if (list) list.push(action);
  else map.set(key, [action]);
}

/** Of a "go" and a "step" to the same hex, keep the wanted one; keep everything else. */
export function oneWay(found: readonly Legal[], verbs: Verbs, stepping: boolean): Legal[] {
  const both = ["go", "step"].every((way) => found.some((each) => role(each, verbs) === way));
  return both ? found.filter((each) => role(each, verbs) !== (stepping ? "go" : "step")) : [...found];
}

/** Lines like the legal ones, but for another unit or hex, to ask why they are refused. */
export function alike(
  legal: readonly Legal[],
  board: BoardInfo,
  wanted: { unit?: number; hex?: number; picked?: number | null },
): string[] {
  // A "step" there is refused as too far; a "go" says what is in the way.
  const going = legal.some((each) => role(each, board.verbs) === "go");
  const found = new Set<string>();
  for (const action of legal) {
    if (going && role(action, board.verbs) === "step") continue;
    const kinds = board.verbs[action[1]]?.nouns ?? [];
    const kind = wanted.hex === undefined ? "unit" : "hex";
    if (!kinds.includes(kind)) continue;
    if (kind === "unit" && kinds.includes("hex")) continue;
    if (kind === "hex" && kinds.includes("unit") && about(action, board.verbs, "unit") !== wanted.picked) continue;
    const words = kinds.map((each, i) => {
      if (each === "unit" && kind === "unit") return board.units[wanted.unit ?? -1]?.id ?? "";
      if (each === "hex") return board.hexes[wanted.hex ?? -1]?.number ?? "";
      return written(board, each, action[2][i] ?? -1);
    });
    found.add([action[1], ...words].join(" "));
  }
  return [...found];
}

function written(board: BoardInfo, kind: string, number: number): string {
  if (kind === "unit") return board.units[number]?.id ?? "";
  if (kind === "hex") return board.hexes[number]?.number ?? "";
  return board.nouns[kind]?.written[number] ?? "";
}
