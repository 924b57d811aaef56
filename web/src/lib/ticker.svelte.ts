import { tick } from "./ticks";
import type { Happened, Pieces } from "./types";

/** How long one event is shown, and how many wait at most; older ones are in the log. */
const SHOWN_MS = 1500;
const HURRY_MS = 700;
const MOST = 8;

/** Shows events one after the other. */
export class Ticker {
  now = $state.raw<Happened | null>(null);
  private waiting: Happened[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  tell(events: readonly Happened[]): void {
    this.waiting = [...this.waiting, ...events].slice(-MOST);
    if (this.timer === undefined) this.next();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting = [];
    this.now = null;
  }

  private next(): void {
    this.now = this.waiting.shift() ?? null;
    const wait = this.waiting.length > 2 ? HURRY_MS : SHOWN_MS;
    this.timer = this.now ? setTimeout(() => this.next(), wait) : undefined;
  }
}

/** Whether to show an event to its own player: yes if chance or a fight decided it. */
export function isTold(event: Happened): boolean {
  return ["loss", "fight", "dice"].includes(tick(event));
}

/** The hexes that a text names, each once. */
export function hexesIn(event: Happened | null | undefined): number[] {
  return hexesOf(event?.text ?? []);
}

/** The hexes that pieces of text name, each once. */
export function hexesOf(text: Pieces): number[] {
  return [...new Set(text.flatMap((each) => (typeof each !== "string" && each.kind === "hex" ? [each.number] : [])))];
}
