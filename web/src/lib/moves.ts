import type { Legal } from "./types";

/** What can be done by pointing at the board, and what is left for buttons. */
export interface Pointing {
  /** Units that something can be done with. */
  units: Map<number, Legal[]>;
  /** Hexes that something can be done at, with the unit that is picked. */
  hexes: Map<number, Legal[]>;
  /** What is about neither. */
  buttons: Legal[];
}

/** Sort what may be done by what it is about. `picked` is the unit that is pointed at, or none. */
export function pointing(
  legal: readonly Legal[],
  verbs: Readonly<Record<string, readonly string[]>>,
  picked: number | null,
): Pointing {
  const found: Pointing = { units: new Map(), hexes: new Map(), buttons: [] };
  for (const action of legal) {
    const kinds = verbs[action[1]] ?? [];
    const numbers = action.slice(2) as number[];
    const unit = numbers[kinds.indexOf("unit")];
    const hex = numbers[kinds.indexOf("hex")];
    const about = kinds.includes("unit") ? unit : undefined;
    const at = kinds.includes("hex") ? hex : undefined;
    if (about !== undefined) add(found.units, about, action);
    if (at !== undefined && (about === undefined || about === picked)) add(found.hexes, at, action);
    if (about === undefined && at === undefined) found.buttons.push(action);
  }
  return found;
}

function add(map: Map<number, Legal[]>, key: number, action: Legal): void {
  const list = map.get(key);
  if (list) list.push(action);
  else map.set(key, [action]);
}
