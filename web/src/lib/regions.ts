import { outline } from "./hexes";
import type { BoardInfo } from "./types";

const ROOT3 = Math.sqrt(3);

/** The shapes of sets of hexes: their areas and their outlines. */
export class Regions {
  private readonly places = new Map<string, number>();
  private readonly w: number;
  private readonly r: number;

  constructor(private readonly board: BoardInfo) {
    this.w = board.hex / 2;
    this.r = board.hex / ROOT3;
    board.hexes.forEach((each, hex) => this.places.set(this.key(each.x, each.y), hex));
  }

  /** The hexes as one path. */
  area(hexes: Iterable<number>): string {
    let path = "";
    for (const hex of hexes) {
      const at = this.board.hexes[hex];
      if (at) path += outline(at.x, at.y, this.board.hex);
    }
    return path;
  }

  /** The outline of the set as one path. */
  border(hexes: Iterable<number>): string {
    const inside = new Set(hexes);
    const { w, r } = this;
    const corners: [number, number][] = [[0, -r], [w, -r / 2], [w, r / 2], [0, r], [-w, r / 2], [-w, -r / 2]];
    let path = "";
    for (const hex of inside) {
      const at = this.board.hexes[hex];
      if (!at) continue;
      this.around(hex).forEach((next, side) => {
        if (next !== undefined && inside.has(next)) return;
        const [from, to] = [corners[side], corners[(side + 1) % 6]];
        if (from && to) path += `M${round(at.x + from[0])} ${round(at.y + from[1])}L${round(at.x + to[0])} ${round(at.y + to[1])}`;
      });
    }
    return path;
  }

  /** The six neighbours of a hex, clockwise from the north-east; undefined off the map. */
  around(hex: number): (number | undefined)[] {
    const at = this.board.hexes[hex];
    if (!at) return [];
    const { w, r } = this;
    const ways: [number, number][] = [[w, -1.5 * r], [2 * w, 0], [w, 1.5 * r], [-w, 1.5 * r], [-2 * w, 0], [-w, -1.5 * r]];
    return ways.map(([x, y]) => this.places.get(this.key(at.x + x, at.y + y)));
  }

  /** The place of a point on a grid of half hexes. Centres are rounded to tenths, so halves are precise enough. */
  private key(x: number, y: number): string {
    return `${Math.round(x / this.w)} ${Math.round(y / (this.r / 2))}`;
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
