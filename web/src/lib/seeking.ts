import type { BoardInfo } from "./types";

/** A name without accents, capitals and punctuation. */
export function plain(text: string): string {
  return text.normalize("NFD").replace(/[^a-z0-9]/gi, "").toLowerCase();
}

/** The hex with a printed number, a place's name or the beginning of one; -1 if there is none. */
export function sought(board: BoardInfo, text: string): number {
  const wanted = plain(text);
  if (!wanted) return -1;
  const exact = board.hexes.findIndex((each) => each.number === wanted || plain(each.name ?? "") === wanted);
  if (exact >= 0) return exact;
  return board.hexes.findIndex((each) => plain(each.name ?? "").startsWith(wanted));
}

const WAYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [-0.5, -0.87],
  ArrowDown: [0.5, 0.87],
  Home: [-0.5, -0.87],
  PageUp: [0.5, -0.87],
  End: [-0.5, 0.87],
  PageDown: [0.5, 0.87],
};

/** The neighbour of a hex in the direction of an arrow key; undefined for other keys. */
export function beside(board: BoardInfo, hex: number | null, key: string): number | undefined {
  const way = WAYS[key];
  const from = board.hexes[hex ?? Math.floor(board.hexes.length / 2)];
  if (!way || !from) return undefined;
  const x = from.x + way[0] * board.hex;
  const y = from.y + way[1] * board.hex;
  let best = hex ?? 0;
  let nearest = Infinity;
  board.hexes.forEach((each, i) => {
    const far = Math.hypot(each.x - x, each.y - y);
    if (far < nearest) [nearest, best] = [far, i];
  });
  return best;
}
