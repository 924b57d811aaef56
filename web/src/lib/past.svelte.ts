import { api } from "./api";
import { changed } from "./changes";
import type { Client } from "./client.svelte";
import type { Change, Happened, SeenState } from "./types";

/** Lines that are asked for at once. */
const CHUNK = 64;
/** How long a step is shown, and how long a whole replay may take, in milliseconds. */
const STEP_MS = 900;
const WHOLE_MS = 30_000;
const LEAST_MS = 120;

interface Chunk {
  start: number;
  state: SeenState;
  steps: Change[][];
}

/** How long each of so many steps is shown: all of them are, but a long story is told faster. */
export function pace(steps: number): number {
  return Math.max(LEAST_MS, Math.min(STEP_MS, WHOLE_MS / Math.max(1, steps)));
}

/** Looking back: the game as it stood after any line, while it goes on. */
export class Past {
  /** After how many lines one looks; null for the present. */
  at = $state<number | null>(null);
  state = $state.raw<SeenState | null>(null);
  /** The turns there were, each with the lines before it. */
  turns = $state.raw<[turn: number, line: number][]>([]);
  /** Whether it goes on by itself. */
  playing = $state(false);
  /** Where a replay began, to tell how much is left. */
  until = $state(0);

  private readonly chunks = new Map<number, Promise<Chunk>>();
  private wanted = 0;
  /** Where one is going while the answer is under way: the next step counts from there. */
  private heading: number | null = null;
  private count = 0;

  constructor(private readonly client: Client) {}

  get lines(): number {
    return this.client.state?.lines ?? 0;
  }

  /** What happened with the line that led to where one looks. */
  readonly events = $derived.by((): Happened[] => {
    const { at } = this;
    return at === null ? [] : this.client.events.filter((each) => each.line === at - 1);
  });

  /** Hear what has happened so far, and where the turns began. */
  async open(): Promise<void> {
    const [story, time] = await Promise.all([api.story(this.client.game), api.timeline(this.client.game)]);
    this.client.remember(story);
    this.turns = time.turns;
  }

  /** Keep up with the game: a turn may have begun, and lines may have been taken back. */
  follow(): void {
    const { lines } = this;
    if (lines < this.count) this.chunks.clear();
    else this.chunks.delete(Math.floor(this.count / CHUNK));
    this.count = lines;
    if (this.at !== null && this.at > lines) void this.go(lines);
    this.turns = this.turns.filter(([, line]) => line <= lines);
    const turn = this.client.state?.view["turn"];
    const last = this.turns.at(-1);
    if (typeof turn === "number" && last && last[0] < turn) this.turns = [...this.turns, [turn, lines]];
  }

  /** Look at the game after so many lines; at the present, where there are no more. */
  async go(line: number): Promise<void> {
    const want = ++this.wanted;
    if (line >= this.lines) {
      this.live();
      return;
    }
    const to = Math.max(0, line);
    this.heading = to;
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

  /** Back to the present. */
  live(): void {
    this.wanted++;
    this.playing = false;
    this.heading = null;
    this.at = null;
    this.state = null;
  }

  /** One line back or forth, or to the next turn. */
  async step(by: number): Promise<void> {
    this.playing = false;
    await this.go((this.heading ?? this.lines) + by);
  }

  async turn(by: -1 | 1): Promise<void> {
    this.playing = false;
    const here = this.heading ?? this.lines;
    const starts = this.turns.map(([, line]) => line);
    const next = by < 0 ? starts.filter((line) => line < here).at(-1) : starts.find((line) => line > here);
    if (next === undefined && by > 0) this.live();
    else await this.go(next ?? 0);
  }

  /** Play what happened from a line to the present, step by step. */
  async play(from: number): Promise<void> {
    this.until = this.lines;
    const wait = pace(this.until - from);
    this.playing = true;
    for (let line = from; line < this.until; line++) {
      await this.go(line);
      if (!this.playing || this.at !== line) return;
      await new Promise((resolve) => setTimeout(resolve, wait));
      if (!this.playing || this.at !== line) return;
    }
    this.live();
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
