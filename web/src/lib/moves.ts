import type { BoardInfo, BoardVerb, Legal } from "./types";

/** What can be done by pointing at the board, and what is left for buttons. */
export interface Pointing {
  /** Units that something can be done with. */
  units: Map<number, Legal[]>;
  /** Hexes that something can be done at, with the unit that is picked. */
  hexes: Map<number, Legal[]>;
  /** What is about neither. */
  buttons: Legal[];
}

export type Verbs = Readonly<Record<string, BoardVerb>>;

/** What an action does for a hand at the board. */
export function role(action: Legal, verbs: Verbs): BoardVerb["role"] {
  return verbs[action[1]]?.role ?? "";
}

/** The number that an action has for a kind of noun; undefined if it is about none such. */
export function about(action: Legal, verbs: Verbs, kind: string): number | undefined {
  const at = (verbs[action[1]]?.nouns ?? []).indexOf(kind);
  return at < 0 ? undefined : action[2][at];
}

/** Sort what may be done by what it is about. `picked` is the unit that is pointed at, or none. */
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

/** Of going there and stepping there, the one that is wanted; everything else stays. */
export function oneWay(found: readonly Legal[], verbs: Verbs, stepping: boolean): Legal[] {
  const both = ["go", "step"].every((way) => found.some((each) => role(each, verbs) === way));
  return both ? found.filter((each) => role(each, verbs) !== (stepping ? "go" : "step")) : [...found];
}

/** Lines like those that may be done, but for another unit or another hex: to ask why not. */
export function alike(
  legal: readonly Legal[],
  board: BoardInfo,
  wanted: { unit?: number; hex?: number; picked?: number | null },
): string[] {
  // To step there is refused for being too far; to go there says what stands in the way.
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
