import type { TableState } from "./types";

/** What ends a step of a tour by itself: something asked of the player, or lines done since. */
export interface Until {
  /** One of these decisions is asked. */
  kinds?: string[];
  /** None of these is asked any more. */
  past?: string[];
  /** So many lines were done since the step began; fewer than none: taken back. */
  lines?: number;
}

/** What the steps of each tour wait for; their words are in the texts. A step without waits for a button. */
export const TOURS: Readonly<Record<string, readonly (Until | null)[]>> = {
  roundup: [
    null,
    { kinds: ["Moving"] },
    { lines: 1 },
    { lines: -1 },
    null,
    { kinds: ["CombatPhase", "Muster"] },
    { kinds: ["Muster"] },
    { past: ["Muster"], lines: 3 },
    null,
  ],
  falaise: [
    null,
    { kinds: ["AssaultPhase", "Muster"] },
    { kinds: ["Muster"] },
    { lines: 1 },
    { lines: 2 },
    null,
    null,
  ],
};

/** Whether a step is done, with the lines there were when it began. */
export function done(until: Until | null, now: TableState, began: number): boolean {
  if (!until) return false;
  const kind = now.decision?.kind ?? "";
  if (until.kinds && !until.kinds.includes(kind)) return false;
  if (until.past && until.past.includes(kind)) return false;
  if (until.lines !== undefined) return until.lines < 0 ? now.lines <= began + until.lines : now.lines >= began + until.lines;
  return true;
}
