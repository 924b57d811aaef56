import type { Client } from "./client.svelte";
import type { Past } from "./past.svelte";
import { sound } from "./sound.svelte";
import { hexesIn } from "./ticker.svelte";
import type { Happened, Weighed } from "./types";

export const SPEEDS = [1, 2, 4, 8] as const;

/** The default speed: a turn of thirty units takes about a minute. */
export const USUAL = 2;
/** A battle is played at most this many times faster than its own pace, however much there is to play. */
const BATTLE = 1.5;
/** The number of recent ways that stay on the map. */
const TRAILS = 5;

/** How long things are shown at single speed, in milliseconds. */
const HEX_MS = 260;
const NOTE_MS = 650;
const PLACE_MS = 240;
const ACT_MS = 750;
const DIE_MS = 1000;
const FORCES_MS = 1300;
const RESULT_MS = 1700;
/** A whole replay takes at most this long at single speed; a longer one is played faster. */
const WHOLE_MS = 150_000;

/** A battle that is shown: the ledger, the die, and the results so far. */
export interface Battle {
  told: Happened;
  fight: Weighed;
  hex: number | null;
  /** Whether the die has come to rest. */
  thrown: boolean;
  after: Happened[];
}

/** A way that units took. */
export interface Trail {
  unit: number;
  hexes: readonly number[];
  act: "move" | "retreat" | "advance";
}

/** Moves the map during a replay. */
export interface Camera {
  /** Bring hexes into view together, clear of the battle card if it is open. */
  all: (hexes: readonly number[], card?: boolean) => void;
  /** Go to where most of these hexes are, if none of them is in view. */
  some: (hexes: readonly number[]) => void;
}

/** The results of a battle. */
const AFTER: ReadonlySet<string> = new Set(["loss", "retreat", "advance", "fight"]);

/** How long an event is shown at single speed. */
export function lasts(event: Happened): number {
  const { scene } = event;
  switch (scene?.act) {
    case undefined:
      return NOTE_MS;
    case "move":
      return Math.max(1, (scene.hexes?.length ?? 2) - 1) * HEX_MS + NOTE_MS / 2;
    case "fight":
      return scene.fight ? FORCES_MS + DIE_MS + RESULT_MS : NOTE_MS;
    case "place":
      return PLACE_MS;
    case "die":
    case "fire":
      return DIE_MS + NOTE_MS;
    default:
      return ACT_MS;
  }
}

/** The speed-up for so many events, so that the whole does not take too long. */
export function hurry(events: readonly Happened[]): number {
  return Math.max(1, events.reduce((sum, each) => sum + lasts(each), 0) / WHOLE_MS);
}

function kept(): number {
  const speed = Number(localStorage.getItem("speed"));
  return SPEEDS.find((each) => each === speed) ?? USUAL;
}

/** Whether other players' actions are replayed automatically, stored in the browser. */
class Watching {
  on = $state(localStorage.getItem("watch") !== "off");

  toggle(): void {
    this.on = !this.on;
    localStorage.setItem("watch", this.on ? "on" : "off");
  }
}

export const watching = new Watching();

/** Replays events, action by action, over the positions along the log. */
export class Playback {
  /** Whether a replay runs or is paused. */
  running = $state(false);
  paused = $state(false);
  speed = $state(kept());
  now = $state.raw<Happened | null>(null);
  battle = $state.raw<Battle | null>(null);
  /** The places of units in the middle of a line, where they differ from the position. */
  moved = $state.raw<ReadonlyMap<number, number>>(new Map());
  /** Units that an event affects. */
  struck = $state.raw<ReadonlySet<number>>(new Set());
  /** Hexes where units had to stop. */
  stops = $state.raw<readonly number[]>([]);
  shot = $state.raw<{ from: number; to: number } | null>(null);
  /** The most recent ways of units, the newest last. */
  trails = $state.raw<readonly Trail[]>([]);
  /** The attackers and their target while a battle is shown. */
  attack = $state.raw<{ from: readonly number[]; to: number; unit: number } | null>(null);
  /** Hexes with losses in that battle. */
  hits = $state.raw<readonly number[]>([]);
  /** The time a counter takes from hex to hex, in milliseconds. */
  stride = $state(0);

  private run = 0;
  private steps = 0;
  private hurried = 1;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wake: (() => void) | null = null;
  private readonly still = typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;

  constructor(
    private readonly client: Client,
    private readonly past: Past,
    private readonly camera: Camera = { all: () => undefined, some: () => undefined },
  ) {}

  /** Lines that are still to be shown. */
  get left(): number {
    return this.past.lines - (this.past.at ?? this.past.lines);
  }

  choose(speed: number): void {
    this.speed = speed;
    localStorage.setItem("speed", String(speed));
  }

  /**
   * Replay from a line to the present, including lines that arrive meanwhile. If the past is not
   * available, show the present.
   */
  async play(from: number): Promise<void> {
    const run = ++this.run;
    try {
      await this.playAll(from, run);
    } catch (error) {
      if (run === this.run) this.end();
      throw error;
    }
  }

  private async playAll(from: number, run: number): Promise<void> {
    this.interrupt();
    this.clear();
    this.running = true;
    this.paused = false;
    this.hurried = hurry(this.client.events.filter((each) => each.line >= from));
    let lit = "";
    for (let line = from; line < this.past.lines; line++) {
      await this.past.go(line);
      if (run !== this.run) return;
      this.place();
      // Another command acts now: show where its units are.
      const acting = this.past.state?.shown.lit ?? [];
      if (acting.join() !== lit) this.camera.some(acting.flatMap((unit) => this.at(unit) ?? []));
      lit = acting.join();
      for (const event of this.client.events.filter((each) => each.line === line)) {
        await this.gate(run);
        if (run !== this.run) return;
        await this.show(event, run);
        if (run !== this.run) return;
      }
      if (line + 1 < this.past.lines) continue;
      await this.gate(run); // After a stop at the last event, it stays in view.
      if (run !== this.run) return;
    }
    this.end();
  }

  /** Show a battle that is decided during play, without stopping anything. */
  async tell(events: readonly Happened[]): Promise<void> {
    if (this.running) return;
    const fought = events.find((each) => each.scene?.fight);
    if (!fought) {
      for (const each of events) this.come(each);
      return;
    }
    const run = ++this.run;
    this.interrupt();
    this.hurried = 1;
    this.battle = battle(fought);
    for (const each of events.slice(events.indexOf(fought) + 1)) this.come(each);
    sound.play("die");
    await this.wait(DIE_MS);
    if (run !== this.run) return;
    this.battle = this.battle && { ...this.battle, thrown: true };
    sound.play("gun");
  }

  /** Pause or continue. */
  toggle(): void {
    this.paused = !this.paused;
    if (!this.paused) this.interrupt();
  }

  /** Show one more event, and pause. */
  step(): void {
    this.paused = true;
    this.steps++;
    this.interrupt();
  }

  /** Stop here. */
  stop(): void {
    this.run++;
    this.interrupt();
    this.running = this.paused = false;
    this.steps = 0;
    this.clear();
  }

  /** Go to the present. */
  end(): void {
    this.stop();
    this.past.live();
  }

  /** Close a battle. */
  forget(): void {
    if (!this.running) this.battle = null;
  }

  private clear(): void {
    this.now = null;
    this.battle = null;
    this.shot = null;
    this.trails = [];
    this.attack = null;
    this.hits = [];
    this.place();
  }

  /** Draw the way of units, and remove the oldest. */
  private draw(act: Trail["act"], units: readonly number[], hexes: readonly number[]): void {
    const [unit] = units;
    if (unit === undefined || hexes.length < 2) return;
    this.trails = [...this.trails.slice(1 - TRAILS), { unit, hexes, act }];
  }

  /** The position contains the events now: no unit is shown elsewhere. */
  private place(): void {
    if (this.moved.size) this.moved = new Map();
    if (this.struck.size) this.struck = new Set();
    if (this.stops.length) this.stops = [];
  }

  private at(unit: number | undefined): number | undefined {
    if (unit === undefined) return undefined;
    const hex = this.moved.get(unit) ?? this.past.state?.view.units[unit]?.[0];
    return hex === undefined || hex < 0 ? undefined : hex;
  }

  private put(units: readonly number[], hex: number): void {
    this.moved = new Map([...this.moved, ...units.map((unit) => [unit, hex] as const)]);
  }

  /** The results of a battle are shown with it. */
  private come(event: Happened): void {
    if (!this.battle) return;
    const act = event.scene?.act;
    if (isResult(event, this.battle)) this.battle = { ...this.battle, after: [...this.battle.after, event] };
    else if (isElsewhere(event, this.battle) || (act !== "stop" && act !== "fight")) this.battle = null;
    if (!this.battle) [this.attack, this.hits] = [null, []];
  }

  /**
   * Whether the others' events only answer a battle of this person, such as the loss that they choose:
   * then the card of the battle tells them, and nothing is replayed.
   */
  answers(events: readonly Happened[], others: (event: Happened) => boolean): boolean {
    const fought = events.findIndex((each) => each.scene?.fight);
    const now = fought < 0 ? this.battle : battle(events[fought] as Happened);
    const before = fought < 0 ? [] : events.slice(0, fought);
    return now !== null && !before.some(others) && events.slice(fought + 1).every((each) => !others(each) || isResult(each, now));
  }

  private async show(event: Happened, run: number): Promise<void> {
    const { scene } = event;
    const [units, hexes] = [scene?.units ?? [], scene?.hexes ?? []];
    this.now = event;
    this.shot = null;
    this.stride = 0;
    this.come(event);
    switch (scene?.act) {
      case "move":
        await this.march(units, hexes, run);
        break;
      case "place":
      case "retreat":
      case "advance": {
        const to = hexes.at(-1);
        const from = this.at(units[0]);
        if (scene.act !== "place" && from !== undefined && to !== undefined) this.draw(scene.act, units, [from, to]);
        this.camera.all([...units.flatMap((unit) => this.at(unit) ?? []), ...hexes], this.battle !== null);
        this.stride = this.still ? 0 : (2 * HEX_MS) / this.pace;
        if (to !== undefined) this.put(units, to);
        sound.play("step");
        await this.wait(scene.act === "place" ? PLACE_MS : ACT_MS);
        break;
      }
      case "stop":
        this.stops = hexes;
        this.camera.all(hexes);
        await this.wait(ACT_MS);
        break;
      case "fire":
        await this.fire(event, run);
        break;
      case "fight":
        this.camera.all([...hexes, ...units.flatMap((unit) => this.at(unit) ?? [])], Boolean(scene.fight));
        this.aim(units, hexes[0]);
        if (scene.fight) await this.fight(event, run);
        else await this.wait(NOTE_MS);
        break;
      case "loss":
        this.struck = new Set(units);
        this.hits = [...this.hits, ...units.flatMap((unit) => this.at(unit) ?? hexes[0] ?? [])];
        this.camera.all([...hexes, ...units.flatMap((unit) => this.at(unit) ?? [])], this.battle !== null);
        sound.play("loss");
        await this.wait(ACT_MS);
        break;
      case "die":
        sound.play("die");
        await this.wait(DIE_MS + NOTE_MS);
        break;
      default:
        await this.wait(NOTE_MS);
    }
  }

  /** Draw arrows from the attackers to their target. */
  private aim(units: readonly number[], to: number | undefined): void {
    const [unit] = units;
    if (to === undefined || unit === undefined) return;
    const from = [...new Set(units.flatMap((each) => this.at(each) ?? []))].filter((hex) => hex !== to);
    if (from.length) this.attack = { from, to, unit };
  }

  private async march(units: readonly number[], hexes: readonly number[], run: number): Promise<void> {
    const [from, ...way] = hexes;
    const to = way.at(-1);
    if (from === undefined || to === undefined) return;
    this.camera.all([from, to]);
    this.draw("move", units, hexes);
    if (this.still) {
      this.put(units, to);
    } else {
      this.put(units, from);
      await this.wait(NOTE_MS / 4);
      for (const hex of way) {
        if (run !== this.run) return;
        this.stride = HEX_MS / this.pace;
        this.put(units, hex);
        sound.play("step");
        await this.wait(HEX_MS);
      }
    }
    await this.wait(NOTE_MS / 4);
  }

  private async fire(event: Happened, run: number): Promise<void> {
    const { units, targets, hexes } = event.scene ?? {};
    const to = this.at(targets?.[0]) ?? hexes?.[0];
    const from = targets ? this.at(units?.[0]) : undefined;
    this.camera.all([from, to].flatMap((each) => each ?? []));
    if (to !== undefined) this.shot = { from: from ?? to, to };
    if (targets) this.struck = new Set(targets);
    sound.play("gun");
    await this.wait(DIE_MS + NOTE_MS);
    if (run === this.run) this.shot = null;
  }

  private async fight(event: Happened, run: number): Promise<void> {
    this.battle = battle(event);
    await this.wait(FORCES_MS, BATTLE);
    if (run !== this.run) return;
    sound.play("die");
    await this.wait(DIE_MS, BATTLE);
    if (run !== this.run) return;
    this.battle = this.battle && { ...this.battle, thrown: true };
    sound.play("gun");
    await this.wait(RESULT_MS, BATTLE);
  }

  private get pace(): number {
    return this.speed * this.hurried;
  }

  /** Wait, less if there is more to play. `most` limits the speed-up. */
  private wait(ms: number, most = Infinity): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
      this.timer = setTimeout(resolve, ms / (this.speed * Math.min(this.hurried, most)));
    });
  }

  /** Wait before each event while paused. */
  private async gate(run: number): Promise<void> {
    while (this.paused && this.steps === 0 && run === this.run) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    if (this.steps) this.steps--;
  }

  private interrupt(): void {
    clearTimeout(this.timer);
    this.wake?.();
    this.wake = null;
  }
}

/** Whether an event is about another battle than this. */
function isElsewhere({ scene }: Happened, { hex }: Battle): boolean {
  const there = scene?.hexes?.[0];
  return scene?.act === "fight" && there !== undefined && there !== hex;
}

/** Whether an event is a result of a battle. */
function isResult(event: Happened, now: Battle): boolean {
  const act = event.scene?.act;
  if (!act || act === "note") return now.hex !== null && hexesIn(event).includes(now.hex);
  return AFTER.has(act) && !event.scene?.fight && !isElsewhere(event, now);
}

/** A battle that is already decided, with its results. */
export function remembered(events: readonly Happened[]): Battle | null {
  const [fought, ...rest] = events;
  const found = fought ? battle(fought) : null;
  return found && { ...found, thrown: true, after: rest.filter((each) => AFTER.has(each.scene?.act ?? "")) };
}

function battle(told: Happened): Battle | null {
  const fight = told.scene?.fight;
  return fight ? { told, fight, hex: told.scene?.hexes?.[0] ?? null, thrown: told.scene?.die === undefined, after: [] } : null;
}
