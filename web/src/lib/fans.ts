/** How far an open stack may reach from the middle of its hex, in hexes, without covering another hex. */
const REACH = 0.78;

/**
 * The place of a counter in a stack, from the middle of its hex. In a closed stack counters
 * overlap; in an open one they lie side by side, with room to click the hex between the middle two.
 */
export function fanned(i: number, count: number, open: boolean, size: number, hex: number): { x: number; y: number } {
  const from = i - (count - 1) / 2;
  if (!open) return { x: from * 5, y: -from * 5 };
  const apart = Math.min(size * 1.1, (2 * REACH * hex - size) / Math.max(1, count - 1));
  return { x: from * apart, y: 0 };
}
