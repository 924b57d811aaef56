/** How far a person has seen a game, stored in the browser. The rest is replayed on return. */
export class Visits {
  private readonly key: string;
  /** How far it had been seen when the page was opened; null on the first visit. */
  private readonly first: number | null;

  constructor(
    game: string,
    private readonly kept: Pick<Storage, "getItem" | "setItem"> = localStorage,
  ) {
    this.key = `seen:${game}`;
    const text = kept.getItem(this.key);
    const lines = text === null ? Number.NaN : Number(text);
    this.first = Number.isInteger(lines) && lines >= 0 ? lines : null;
  }

  saw(lines: number): void {
    this.kept.setItem(this.key, String(lines));
  }

  /** The lines that had been seen, if there are new ones. On the first visit the whole first turn is new. */
  missed(lines: number, turns: number): number | null {
    const first = this.first ?? (turns <= 1 ? 0 : lines);
    return first < lines ? first : null;
  }
}
