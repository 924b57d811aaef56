import { untrack } from "svelte";

import { api } from "./api";
import type { Client, Reply } from "./client.svelte";
import { alike, oneWay, pointing, role, type Verbs } from "./moves";
import { lastOwn, type Own } from "./own";
import { capital, texts } from "./texts";
import type { BoardInfo, Legal, Reason } from "./types";

/** What one may choose from: a line to do, or a unit to take in hand. */
export interface Choice {
  key: string;
  said: string;
  legal?: Legal;
  unit?: number;
  /** An attack to be gathered anew. */
  lines?: string[];
}

/** How many lines are asked about at most when nothing can be done. */
const ASKED = 3;

/** What a person does at the table: points, picks, chooses, does and takes back. */
export class Acting {
  board = $state.raw<BoardInfo | null>(null);
  picked = $state<number | null>(null);
  cursor = $state<number | null>(null);
  choices = $state.raw<Choice[]>([]);
  reasons = $state.raw<Reason[]>([]);
  failed = $state("");
  /** Whether what is offered cannot be undone. */
  final = $state(false);
  busy = $state(false);
  /** Whether a hex next door is stepped to, rather than gone to by the cheapest way. */
  stepping = $state(false);

  readonly verbs = $derived.by((): Verbs => this.board?.verbs ?? {});
  readonly points = $derived.by(() => pointing(this.client.legal, this.verbs, this.picked));
  /** The units where the cursor is. */
  readonly here = $derived.by(() => this.standing(this.cursor));
  /** The line that this person did last, as far as it is known. */
  own = $state.raw<Own | null>(null);
  readonly over = $derived.by(() => this.client.state?.status === "over");
  /** The seats of this person. */
  seats = $state.raw<readonly string[]>([]);

  /** Whether something can be taken back without asking anybody. */
  readonly undoable = $derived.by(() => this.client.live && Object.values(this.client.state?.undo ?? {}).some((count) => count > 0));

  /** The attack that is being gathered, with those who could still join or be left out. */
  readonly gather = $derived.by(() => this.client.gather);
  /** Units that something can be done with: by what may be done now, or by gathering anew. */
  readonly movable = $derived.by(() => {
    const found = new Set(this.points.units.keys());
    for (const each of [...(this.gather?.add ?? []), ...(this.gather?.leave ?? [])]) found.add(each.unit);
    return found;
  });
  readonly force = $derived.by(() => new Set(this.gather?.force ?? []));

  constructor(readonly client: Client) {
    $effect(() => {
      // Which line is one's own last may be another when one comes, when lines went, at the end.
      void [client.cuts, this.over, this.seats];
      if (client.status === "open" && !this.undoable) untrack(() => void this.recall());
    });
  }

  /** The units in a hex. */
  standing(hex: number | null): number[] {
    if (hex === null) return [];
    return this.client.state?.view.units.flatMap((unit, number) => (unit[0] === hex ? [number] : [])) ?? [];
  }

  /** What was picked may be gone when something has happened. */
  settle(): void {
    const { units, hexes } = this.points;
    this.choices = [];
    this.final = false;
    if (this.picked !== null && !units.has(this.picked) && hexes.size === 0) this.picked = null;
    // Where one unit alone is asked about, nobody needs to pick it.
    if (this.picked === null && units.size === 1) {
      const [only] = units.entries();
      if (only?.[1].every((each) => each[2].length > 1)) this.picked = only[0];
    }
  }

  heard(reply: Reply): void {
    this.reasons = reply.type === "refused" ? reply.reasons : [];
    this.failed = reply.type === "failed" && reply.code !== "stale" ? reply.text : "";
    this.choices = [];
    this.final = false;
  }

  /** Do what was pointed at; if it could not be undone, ask once more. */
  private async point(action: Legal): Promise<void> {
    if (this.verbs[action[1]]?.plain) {
      await this.act(action[0]);
      return;
    }
    this.busy = true;
    const reply = await this.client.ask("check", { line: action[0] });
    this.busy = false;
    if (reply?.final) {
      this.final = true;
      this.choices = [this.choice(action)];
    } else await this.act(action[0]);
  }

  /** Take a unit in hand, to put it down elsewhere: begin its move, or pick it. */
  async take(unit: number): Promise<void> {
    const found = this.points.units.get(unit) ?? [];
    const [only] = found;
    if (only && found.length === 1 && this.isAlone(only)) {
      if (role(only, this.verbs) === "select") await this.act(only[0]);
    } else {
      const select = found.find((each) => role(each, this.verbs) === "select");
      if (select) await this.act(select[0]);
      else if (found.length) this.picked = unit;
    }
  }

  /** Put down what is in hand; where it came from, that is to let go of it. */
  async putDown(hex: number, stepping = this.stepping): Promise<void> {
    await this.client.whenReady();
    const home = this.picked !== null && this.client.state?.view.units[this.picked]?.[0] === hex;
    this.cursor = hex;
    if (home && !this.points.hexes.has(hex)) this.picked = null;
    else await this.onHex(hex, stepping);
  }

  async act(line: string): Promise<boolean> {
    return this.actAll([line]);
  }

  /** Do lines one after the other, as long as they can be done. */
  async actAll(lines: readonly string[]): Promise<boolean> {
    this.busy = true;
    let done = true;
    for (const line of lines) {
      const reply = await this.client.command({ type: "do", line });
      this.heard(reply);
      done = reply.type === "done";
      if (!done) break;
      if (!this.own) void this.recall();
    }
    this.busy = false;
    if (done) this.picked = null;
    return done;
  }

  async undo(count = 1): Promise<boolean> {
    const reply = await this.client.command({ type: "undo", count });
    this.heard(reply);
    return reply.type === "done";
  }

  /** Whether the others may be asked to take back: there is a line of one's own, and the dice are not told. */
  readonly mayAsk = $derived.by(() => {
    const now = this.client.state;
    if (!now || !this.client.live || this.undoable || now.request) return false;
    return this.own !== null && !(this.over && now.dice.trust !== "open");
  });

  /** Look in the log for the last line of one's own: only the log outlives a reload. */
  private async recall(): Promise<void> {
    try {
      this.own = this.seats.length ? lastOwn(await api.save(this.client.game), this.seats) : null;
    } catch {
      this.own = null; // the log is not for this person's eyes, or the line is broken
    }
  }

  /** Ask the others to strike the last line of one's own and everything after it. */
  async takeBack(): Promise<void> {
    await this.recall();
    if (this.own) this.heard(await this.client.command({ type: "takeback", ...this.own }));
  }

  /** The next hex, or the one before, where something can be done. */
  nextHex(back: boolean): number | undefined {
    const at = new Set(this.points.hexes.keys());
    for (const unit of this.movable) at.add(this.client.state?.view.units[unit]?.[0] ?? -1);
    const size = this.board?.hexes.length ?? 0;
    const found = [...at].filter((hex) => hex >= 0 && hex < size).sort((a, b) => a - b);
    const here = this.cursor ?? -1;
    return back ? (found.findLast((hex) => hex < here) ?? found.at(-1)) : (found.find((hex) => hex > here) ?? found[0]);
  }

  /** Let go of everything that is in hand. */
  release(): void {
    this.picked = null;
    this.choices = [];
    this.reasons = [];
    this.final = false;
  }

  /** Gather the attack anew, in the order that the rules want. */
  private async regather(lines: readonly string[]): Promise<void> {
    const before = this.gather?.force.length ?? 0;
    if (before && !(await this.undo(before))) return;
    await this.actAll(lines);
  }

  async choose(choice: Choice | undefined): Promise<void> {
    if (!choice) return;
    if (choice.legal) await this.act(choice.legal[0]);
    else if (choice.lines) await this.regather(choice.lines);
    else if (choice.unit !== undefined) {
      this.choices = [];
      this.picked = choice.unit;
    }
  }

  /** Point at one unit. */
  async onUnit(unit: number): Promise<void> {
    this.reasons = [];
    const found = this.points.units.get(unit);
    if (!found) {
      const [anew] = this.anew(unit);
      if (anew) await this.choose(anew);
      else await this.why({ unit });
      return;
    }
    const alone = found.filter((each) => this.isAlone(each));
    if (alone.length === 1 && alone[0] && found.length === 1) await this.point(alone[0]);
    else {
      this.picked = this.picked === unit ? null : unit;
      this.choices = this.picked === null ? [] : alone.map((each) => this.choice(each));
    }
  }

  /** Point at a hex: do what can be done there, or choose, or hear why nothing can. */
  async onHex(hex: number, stepping = this.stepping): Promise<void> {
    this.reasons = [];
    const found = oneWay(this.points.hexes.get(hex) ?? [], this.verbs, stepping);
    const units = this.standing(hex).filter((each) => this.movable.has(each) && each !== this.picked);
    const only = found[0];
    if (only && found.length === 1 && (units.length === 0 || this.picked !== null)) await this.point(only);
    else if (found.length === 0 && units.length === 1 && units[0] !== undefined) await this.onUnit(units[0]);
    else if (found.length || units.length) {
      const others = this.picked !== null && found.length ? [] : units.flatMap((each) => this.ofUnit(each));
      this.choices = [...found.map((each) => this.choice(each)), ...others];
    } else await this.why({ hex });
  }

  /** Say why nothing can be done with a unit or at a hex. */
  private async why(wanted: { unit?: number; hex?: number }): Promise<void> {
    this.choices = [];
    if (!this.board) return;
    const lines = alike(this.client.legal, this.board, { ...wanted, picked: this.picked }).slice(0, ASKED);
    const replies = await Promise.all(lines.map((line) => this.client.ask("check", { line })));
    const found = replies.flatMap((reply) => reply?.reasons ?? []);
    const said = new Set<string>();
    this.reasons = found.filter((each) => {
      const key = JSON.stringify(each);
      return said.has(key) ? false : said.add(key);
    });
  }

  private isAlone(action: Legal): boolean {
    return !(this.verbs[action[1]]?.nouns ?? []).includes("hex");
  }

  /** Every unit that gathering anew could add or leave out, as choices. */
  anews(): Choice[] {
    const units = [...(this.gather?.add ?? []), ...(this.gather?.leave ?? [])].map((each) => each.unit);
    return units.filter((unit) => !this.points.units.has(unit)).flatMap((unit) => this.anew(unit));
  }

  /** To add a unit to the attack that the order of the rules has passed by, or to leave it out. */
  private anew(unit: number): Choice[] {
    const name = this.board?.units[unit]?.name ?? "";
    const id = this.board?.units[unit]?.id ?? "";
    const add = this.gather?.add.find((each) => each.unit === unit);
    if (add) return [{ key: `with ${id}`, said: texts.add(name), lines: add.lines }];
    const leave = this.gather?.leave.find((each) => each.unit === unit);
    return leave ? [{ key: `leave ${id}`, said: texts.leaveOut(name), lines: leave.lines }] : [];
  }

  private ofUnit(unit: number): Choice[] {
    const found = this.points.units.get(unit) ?? [];
    if (!found.length) return this.anew(unit);
    const alone = found.filter((each) => this.isAlone(each)).map((each) => this.choice(each));
    if (alone.length === found.length) return alone;
    return [...alone, { key: `pick ${this.board?.units[unit]?.id}`, said: texts.pick(this.board?.units[unit]?.name ?? ""), unit }];
  }

  choice(action: Legal): Choice {
    return { key: action[0], said: this.name(action), legal: action };
  }

  /** An action as a button says it. */
  name(action: Legal): string {
    const { board } = this;
    const said = (this.verbs[action[1]]?.nouns ?? []).map((kind, i) => {
      const number = action[2][i] ?? -1;
      if (kind === "unit") return board?.units[number]?.name ?? "";
      if (kind === "hex") return board?.hexes[number]?.number ?? "";
      return board?.nouns[kind]?.said[number] ?? "";
    });
    return capital([texts.verbs[action[1]] ?? action[1], ...said].join(" ").trim());
  }
}
