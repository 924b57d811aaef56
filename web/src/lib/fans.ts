/** How far an open stack may reach from the middle of its hex, in hexes: no other hex is covered. */
const REACH = 0.78;

/**
 * Where a counter of a stack lies, from the middle of its hex: askew on the others, or beside
 * them where the stack is open. Between the middle two of an open stack the hex can be pointed at.
 */
export function fanned(i: number, count: number, open: boolean, size: number, hex: number): { x: number; y: number } {
  const from = i - (count - 1) / 2;
  if (!open) return { x: from * 5, y: -from * 5 };
  const apart = Math.min(size * 1.1, (2 * REACH * hex - size) / Math.max(1, count - 1));
  return { x: from * apart, y: 0 };
}
