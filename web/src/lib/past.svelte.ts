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

  /** Positions that arrived as the game went on, by the number of lines before them. */
  private readonly seen = new Map<number, SeenState>();
  /** Requested positions, each with the line up to which it was requested. */
  private readonly chunks = new Map<number, { stop: number; told: Promise<Chunk> }>();
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
    }
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

  /** Look at the game after so many lines, or at the present if there are no more. */
  async go(line: number): Promise<void> {
    const want = ++this.wanted;
    if (line >= this.lines) {
      this.live();
      return;
    }
    const to = Math.max(0, line);
    this.heading = to;
    const known = this.seen.get(to);
    if (known) {
      this.state = known;
      this.at = to;
      return;
    }
    let chunk: Chunk;
    try {
      chunk = await this.chunk(to);
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

  /** The positions around a line, up to the next full chunk or the present. */
  private chunk(line: number): Promise<Chunk> {
    const number = Math.floor(line / CHUNK);
    const known = this.chunks.get(number);
    if (known && line <= known.stop) return known.told;
    const start = number * CHUNK;
    const stop = Math.min(start + CHUNK, this.lines);
    const told = api.past(this.client.game, start, stop).then(({ state, steps }) => ({ start, state, steps }));
    this.chunks.set(number, { stop, told });
    told.catch(() => this.chunks.delete(number));
    return told;
  }
}
