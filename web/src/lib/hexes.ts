import type { BoardInfo } from "./types";

const ROOT3 = Math.sqrt(3);

/** The hex that contains a point of the board, by its rows; undefined off the map. */
export class Finder {
  private readonly rows = new Map<number, { x: number; hex: number }[]>();
  private readonly rowHeight: number;
  private readonly top: number;

  constructor(private readonly board: BoardInfo) {
    this.rowHeight = (board.hex / ROOT3) * 1.5;
    this.top = Math.min(...board.hexes.map((each) => each.y));
    board.hexes.forEach((each, hex) => {
      const row = Math.round((each.y - this.top) / this.rowHeight);
      const list = this.rows.get(row);
      if (list) list.push({ x: each.x, hex });
      else this.rows.set(row, [{ x: each.x, hex }]);
    });
  }

  at(x: number, y: number): number | undefined {
    const middle = Math.round((y - this.top) / this.rowHeight);
    let best: number | undefined;
    let nearest = (this.board.hex / ROOT3) * 1.02;
    for (const row of [middle - 1, middle, middle + 1]) {
      for (const { x: at, hex } of this.rows.get(row) ?? []) {
        const far = Math.hypot(at - x, (this.board.hexes[hex]?.y ?? 0) - y);
        if (far < nearest) {
          nearest = far;
          best = hex;
        }
      }
    }
    return best;
  }
}

/** The outline of a hex around a point, as the `d` of a path. */
export function outline(x: number, y: number, hex: number): string {
  const r = hex / ROOT3;
  const w = hex / 2;
  return `M${x} ${y - r}l${w} ${r / 2}v${r}l${-w} ${r / 2}l${-w} ${-r / 2}v${-r}z`;
}
