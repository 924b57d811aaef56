import type { Badge, BoardInfo, Corner, Marked } from "./types";

const CORNERS: Record<Corner, [number, number]> = { nw: [-1, -1], ne: [1, -1], sw: [-1, 1], se: [1, 1] };
/** The sides of a marker and of a counter, as shares of the width of a hex. */
export const MARKER = 0.4;
export const COUNTER = 0.72;
/**
 * The distance of a marker from the middle of its hex, across and down, as shares of the hex. There it
 * covers no counter in another hex, and of the ratings in its own hex at most the edge.
 */
const [ACROSS, DOWN] = [0.43, 0.3];
/** The distance between markers in the same corner, in units of the sheet. */
const APART = 8;

/** The symbol of a marker's face: `BEACH-US f` is `#mBEACH-USf`. */
export function symbol(marker: string): string {
  return `#m${marker.replace(" ", "")}`;
}

/** The size of a badge on a counter, and where the counter's ratings begin, as shares of the counter. */
export const BADGE = 21;
export const RATINGS = 0.63;

/** The height of each badge on a counter, from its top, the first one lowest. Badges stay above the ratings. */
export function badgeTop(number: number, size: number): number {
  return RATINGS * size - BADGE - 2 - number * (BADGE - 2);
}

export function byUnit(badges: readonly Badge[]): Map<number, Badge[]> {
  const found = new Map<number, Badge[]>();
  for (const badge of badges) {
    const list = found.get(badge.unit);
    if (list) list.push(badge);
    else found.set(badge.unit, [badge]);
  }
  return found;
}

export interface Placed extends Marked {
  key: string;
  x: number;
  y: number;
}

/** The places of markers on the sheet. Markers that share a corner of a hex fan out. */
export function placed(markers: readonly Marked[], board: BoardInfo): Placed[] {
  const counts = new Map<string, number>();
  return markers.flatMap((each) => {
    const at = board.hexes[each.hex];
    if (!at) return [];
    const corner = `${each.hex} ${each.corner}`;
    const before = counts.get(corner) ?? 0;
    counts.set(corner, before + 1);
    const [right, down] = CORNERS[each.corner];
    const x = at.x + right * (board.hex * ACROSS - before * APART);
    const y = at.y + down * (board.hex * DOWN - before * APART);
    return [{ ...each, key: `${corner} ${before}`, x, y }];
  });
}
