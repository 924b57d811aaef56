import { api } from "./api";
import { changed } from "./changes";
import type { Client } from "./client.svelte";
import type { Change, Happened, SeenState } from "./types";

/** The number of lines to request at once. */
const CHUNK = 64;
/** The number of positions seen live to keep. */
const KEPT = 256;

interface Chunk {
  start: number;
  state: SeenState;
  steps: Change[][];
}

/** Looking back: the game after any of its lines, while it continues. */
export class Past {
  /** The number of lines before the position that is shown; null for the present. */
  at = $state<number | null>(null);
  state = $state.raw<SeenState | null>(null);
  /** The turns, each with the number of lines before it. */
  turns = $state.raw<[turn: number, line: number][]>([]);
  /** Whether the shown position is older than `at`: the exact one, in the middle of a line, is not needed. */
  skipped = false;

  /** Positions that arrived as the game went on, by the number of lines before them. */
  private readonly seen = new Map<number, SeenState>();
  private readonly chunks = new Map<number, Promise<Chunk>>();
  private wanted = 0;
  /** The target of a request that is under way. The next step counts from there. */
  private heading: number | null = null;
  private count = 0;
  private cuts = 0;

  constructor(private readonly client: Client) {}

  get lines(): number {
    return this.client.state?.lines ?? 0;
  }

  /** The events of the line that led to the shown position. */
  readonly events = $derived.by((): Happened[] => {
    const { at } = this;
    return at === null ? [] : this.client.events.filter((each) => each.line === at - 1);
  });

  /** Load the earlier events and the starts of turns. */
  async open(): Promise<void> {
    const [story, time] = await Promise.all([api.story(this.client.game), api.timeline(this.client.game)]);
    this.client.remember(story);
    this.turns = time.turns;
  }

  /** Keep up with the game: a turn may have begun, or lines may have been taken back. */
  follow(): void {
    const { lines } = this;
    if (lines < this.count || this.cuts !== this.client.cuts) {
      this.chunks.clear();
      this.seen.clear();
    } else this.chunks.delete(Math.floor(this.count / CHUNK));
    this.count = lines;
    this.cuts = this.client.cuts;
    if (this.client.state) this.seen.set(lines, this.client.state);
    const [oldest] = this.seen.keys();
    if (this.seen.size > KEPT && oldest !== undefined) this.seen.delete(oldest);
    if (this.at !== null && this.at > lines) void this.go(lines);
    this.turns = this.turns.filter(([, line]) => line <= lines);
    const turn = this.client.state?.view["turn"];
    const last = this.turns.at(-1);
    if (typeof turn === "number" && last && last[0] < turn) this.turns = [...this.turns, [turn, lines]];
  }

  /**
   * Look at the game after so many lines, or at the present if there are no more. `onward`: the
   * shown position leads there, so do not wait for a position that nobody has.
   */
  async go(line: number, onward = false): Promise<void> {
    const want = ++this.wanted;
    this.skipped = false;
    if (line >= this.lines) {
      this.live();
      return;
    }
    const to = Math.max(0, line);
    this.heading = to;
    const known = this.seen.get(to);
    if (known || (onward && this.state && this.seen.size && to > Math.min(...this.seen.keys()))) {
      if (known) this.state = known;
      this.skipped = !known;
      this.at = to;
      return;
    }
    let chunk: Chunk;
    try {
      chunk = await this.chunk(Math.floor(to / CHUNK));
    } catch (error) {
      if (want === this.wanted) this.heading = this.at;
      throw error;
    }
    if (want !== this.wanted) return;
    this.state = chunk.steps.slice(0, to - chunk.start).reduce((state, made) => changed(state, made), chunk.state);
    this.at = to;
  }

  /** Return to the present. */
  live(): void {
    this.wanted++;
    this.heading = null;
    this.at = null;
    this.state = null;
  }

  /** Go one line back or forward, or to the next turn. */
  async step(by: number): Promise<void> {
    await this.go((this.heading ?? this.lines) + by);
  }

  async turn(by: -1 | 1): Promise<void> {
    const here = this.heading ?? this.lines;
    const starts = this.turns.map(([, line]) => line);
    const next = by < 0 ? starts.filter((line) => line < here).at(-1) : starts.find((line) => line > here);
    if (next === undefined && by > 0) this.live();
    else await this.go(next ?? 0);
  }

  private chunk(number: number): Promise<Chunk> {
    const known = this.chunks.get(number);
    if (known) return known;
    const start = number * CHUNK;
    const asked = api
      .past(this.client.game, start, Math.min(start + CHUNK, this.lines))
      .then((told) => ({ start, state: told.state, steps: told.steps }));
    this.chunks.set(number, asked);
    asked.catch(() => this.chunks.delete(number));
    return asked;
  }
}
