import { tick, untrack } from "svelte";

import { api } from "./api";
import type { Client, Reply } from "./client.svelte";
import { about, alike, oneWay, pointing, role, type Verbs } from "./moves";
import { lastOwn, type Own } from "./own";
import { capital, texts } from "./texts";
import type { BoardInfo, Legal, Reached, Reason } from "./types";

/** A choice: a line to do, or a unit to pick. */
export interface Choice {
  key: string;
  said: string;
  legal?: Legal;
  unit?: number;
  /** An attack to gather again. */
  lines?: string[];
  /** Units to pick together. */
  together?: number[];
}

/** Something that the end of a phase would lose, and where. */
export interface Given extends Reason {
  code?: string;
  units?: number[];
  hexes?: number[];
}

/** What a warning is about: each hex of an action that was not done, or the action, or the rule. */
function losses(given: readonly Given[]): string[] {
  return given.flatMap((each) => {
    const what = each.code ?? each.rule;
    return each.hexes?.length ? each.hexes.map((hex) => `${what} ${hex}`) : [what];
  });
}

/** The most lines to ask about when nothing can be done. */
const ASKED = 3;

/** Up to this many actions are all shown as buttons. */
const FEW = 6;

/** Up to this many units are offered for a hex. */
const MOST = 9;

/** How often to repeat a command that does not depend on the position, if the position changed meanwhile. */
const SAID = 5;

/** What a person does at the table: points, picks, chooses, acts and undoes. */
export class Acting {
  board = $state.raw<BoardInfo | null>(null);
  picked = $state<number | null>(null);
  cursor = $state<number | null>(null);
  choices = $state.raw<Choice[]>([]);
  reasons = $state.raw<Reason[]>([]);
  failed = $state("");
  /** The warning before the end of a phase, if something would be lost. */
  giving = $state.raw<Given[]>([]);
  /** Whether the offered action cannot be undone. */
  final = $state(false);
  busy = $state(false);
  /** Whether a click on an adjacent hex steps into it, rather than going there by the cheapest way. */
  stepping = $state(false);

  readonly verbs = $derived.by((): Verbs => this.board?.verbs ?? {});
  /** Units picked together, and the hexes that all of them can reach. */
  group = $state.raw<{ units: readonly number[]; reach: readonly Reached[] } | null>(null);
  readonly points = $derived.by(() => {
    const found = pointing(this.client.legal, this.verbs, this.picked);
    return this.group ? { ...found, hexes: this.goals(this.group) } : found;
  });
  /**
   * Actions for buttons: those that concern no unit and no hex. If all actions are a few answers,
   * as in the middle of a battle, all of them are buttons, and the one that does nothing comes
   * last.
   */
  readonly buttons = $derived.by(() => {
    const { legal } = this.client;
    const amid = typeof this.client.state?.decision?.battle === "number";
    const plain = legal.every((each) => role(each, this.verbs) === "commit" || (role(each, this.verbs) === "" && about(each, this.verbs, "hex") === undefined));
    if (legal.length > FEW || !(amid || plain)) return this.points.buttons;
    return [...legal].sort((a, b) => Number(b[2].length > 0) - Number(a[2].length > 0));
  });
  /** The units that can be placed somewhere. */
  readonly placeable = $derived.by(() => [...this.points.units].flatMap(([unit, found]) => (found.some((each) => each[2].length > 1) ? [unit] : [])));
  /** The names of the picked units. */
  readonly inHand = $derived.by(() => {
    const units = this.group?.units ?? (this.picked === null ? [] : [this.picked]);
    return units.map((unit) => this.board?.units[unit]?.name ?? "");
  });
  /** The units at the cursor. */
  readonly here = $derived.by(() => this.standing(this.cursor));
  /** The last line of this person, as far as the page knows. */
  own = $state.raw<Own | null>(null);
  readonly over = $derived.by(() => this.client.state?.status === "over");
  /** The seats of this person. */
  seats = $state.raw<readonly string[]>([]);

  /** The seat of this person that must decide. */
  private get asked(): string | undefined {
    return Object.keys(this.client.state?.decision?.prompts ?? {})[0];
  }

  /** Whether this person can undo without asking anybody. */
  readonly undoable = $derived.by(() => this.client.live && Object.values(this.client.state?.undo ?? {}).some((count) => count > 0));

  /** The attack that is being gathered, and the units that could still join or leave it. */
  readonly gather = $derived.by(() => this.client.gather);
  /** Units that can act now, or could join or leave the attack. */
  readonly movable = $derived.by(() => {
    const found = new Set(this.points.units.keys());
    for (const each of [...(this.gather?.add ?? []), ...(this.gather?.leave ?? [])]) found.add(each.unit);
    return found;
  });
  readonly force = $derived.by(() => new Set(this.gather?.force ?? []));
  /** The last queued click: each waits for the one before. */
  private last: Promise<unknown> = Promise.resolve();
  /** Counts how often everything was let go. */
  private releases = 0;

  constructor(readonly client: Client) {
    $effect(() => {
      // New or removed lines, and the end of the game, may change which line is this person's last.
      void [client.cuts, this.over, this.seats];
      if (client.status === "open" && !this.undoable) untrack(() => void this.recall());
    });
  }

  /**
   * Handle a click after the earlier ones, once the legal actions are known. An early click waits,
   * and counts. If everything is let go meanwhile, it is dropped.
   */
  inTurn(does: () => void | Promise<void>): Promise<void> {
    const { releases } = this;
    const done = this.last.then(async () => {
      await this.client.whenReady();
      await tick();
      if (releases === this.releases) await does();
    });
    this.last = done.catch(() => undefined);
    return done;
  }

  /** Press a button, or its key. The click counts only for the question that was shown when it was made. */
  private press(does: () => void | Promise<void>): Promise<void> {
    const asked = JSON.stringify(this.client.state?.decision);
    return this.inTurn(() => (asked === JSON.stringify(this.client.state?.decision) ? does() : undefined));
  }

  /** The units in a hex. */
  standing(hex: number | null): number[] {
    if (hex === null) return [];
    return this.client.state?.view.units.flatMap((unit, number) => (unit[0] === hex ? [number] : [])) ?? [];
  }

  /** A picked unit may be gone after something has happened. */
  settle(): void {
    const { units, hexes } = this.points;
    this.choices = [];
    this.giving = [];
    this.reasons = [];
    this.final = false;
    this.group = null;
    if (this.picked !== null && !units.has(this.picked) && hexes.size === 0) this.picked = null;
    // If only one unit can be placed, it is picked already.
    const { placeable } = this;
    if (this.picked !== null && placeable.includes(this.picked)) return;
    const [only, ...others] = placeable;
    if (only !== undefined && !others.length && units.get(only)?.every((each) => each[2].length > 1)) this.picked = only;
  }

  heard(reply: Reply): void {
    this.reasons = reply.type === "refused" ? reply.reasons : [];
    this.failed = reply.type === "failed" && reply.code !== "stale" ? reply.text : "";
    this.choices = [];
    this.giving = [];
    this.final = false;
  }

  /** Play the chosen line; if it could not be undone, ask for confirmation first. */
  private async point(action: Legal): Promise<void> {
    if (this.verbs[action[1]]?.plain) {
      await this.perform([action[0]]);
      return;
    }
    this.busy = true;
    const reply = await this.client.ask("check", { line: action[0] });
    this.busy = false;
    if (reply?.final) {
      this.final = true;
      this.choices = [this.choice(action)];
    } else await this.perform([action[0]]);
  }

  /** The hexes that a group can reach, each with the line that moves the whole group there. */
  private goals(group: { units: readonly number[]; reach: readonly Reached[] }): Map<number, Legal[]> {
    const going = Object.keys(this.verbs).find((verb) => this.verbs[verb]?.role === "go") ?? "";
    const ids = group.units.map((unit) => this.board?.units[unit]?.id ?? "").join("+");
    return new Map(
      group.reach.map(({ hex }) => [hex, [[`${this.board?.together} ${ids} ${this.board?.hexes[hex]?.number ?? ""}`, going, [hex]]]]),
    );
  }

  /** The units in a hex that can move together; none if the game has no such line. */
  companions(hex: number | null): number[] {
    if (!this.board?.together) return [];
    const found = this.standing(hex).filter((unit) => this.points.units.get(unit)?.some((each) => role(each, this.verbs) === "select"));
    return found.length > 1 ? found : [];
  }

  /** Pick up a unit: begin its move, or pick it. `whole`: with its whole stack. */
  take(unit: number, whole = false): Promise<void> {
    return this.inTurn(async () => {
      const units = whole ? this.companions(this.client.state?.view.units[unit]?.[0] ?? null) : [];
      if (units.length) await this.takeAll(units);
      else await this.takeNow(unit);
    });
  }

  /** Pick up units together. The server says where they can go. */
  private async takeAll(units: readonly number[]): Promise<void> {
    this.choices = [];
    this.picked = null;
    this.group = { units, reach: [] };
    const { group } = this;
    const told = await this.client.ask("reach", { units: units.map((unit) => this.board?.units[unit]?.id ?? "") });
    if (this.group !== group) return;
    this.group = told?.reach.length ? { units, reach: told.reach } : null;
    if (!this.group) this.failed = texts.notTogether;
  }

  /** The number of actions in the last group move, and the number of lines before it. */
  private grouped: { lines: number; actions: number } | null = null;

  private async takeNow(unit: number): Promise<void> {
    const found = this.points.units.get(unit) ?? [];
    const [only] = found;
    if (only && found.length === 1 && this.isAlone(only)) {
      if (role(only, this.verbs) === "select") await this.perform([only[0]]);
    } else {
      const select = found.find((each) => role(each, this.verbs) === "select");
      if (select) await this.perform([select[0]]);
      else if (found.length) this.picked = unit;
    }
  }

  /** Put down the selected units. On their own hex, they are deselected. */
  putDown(hex: number, stepping = this.stepping): Promise<void> {
    return this.inTurn(async () => {
      const held = this.picked ?? this.group?.units[0];
      const home = held !== undefined && this.client.state?.view.units[held]?.[0] === hex;
      this.cursor = hex;
      if (home && !this.points.hexes.has(hex)) this.picked = this.group = null;
      else await this.pointAt(hex, stepping);
    });
  }

  act(line: string): Promise<void> {
    const action = this.client.legal.find((each) => each[0] === line);
    return action ? this.press(() => this.unlessGiven(action)) : this.actAll([line]);
  }

  /** What was warned of in which phase: once is enough, but not for what is new. */
  private warned: { phase: string; of: string[] } = { phase: "", of: [] };

  /**
   * Play an action. Before the end of a phase that loses something, warn once, and again if more would be lost.
   * While the warning is shown, the same action again does not confirm it: a second click or key may be a slip.
   */
  private async unlessGiven(action: Legal): Promise<void> {
    const given = this.givenAway(action);
    const phase = this.client.state?.heading ?? "";
    if (given.length && this.giving.length) return;
    const known = this.warned.phase === phase ? this.warned.of : [];
    const lost = losses(given);
    if (lost.every((each) => known.includes(each))) {
      await this.perform([action[0]]);
      return;
    }
    this.warned = { phase, of: [...known, ...lost] };
    this.giving = given;
    this.choices = [{ ...this.choice(action), said: texts.endAnyway(this.name(action)) }];
  }

  /** What the end of the phase would lose: what was not done, and its consequences. */
  private givenAway(action: Legal): Given[] {
    if (role(action, this.verbs) !== "end") return [];
    return [...this.client.todo.filter((each) => each.warns), ...(this.client.state?.decision?.cautions ?? [])];
  }

  /** Play lines one after the other, as long as they are legal. */
  actAll(lines: readonly string[]): Promise<void> {
    return this.press(async () => void (await this.perform(lines)));
  }

  private async perform(lines: readonly string[]): Promise<boolean> {
    this.busy = true;
    let done = true;
    const moved = this.group?.units.length ?? 0;
    const before = this.client.state?.lines ?? 0;
    for (const line of lines) {
      const reply = await this.client.command({ type: "do", line });
      this.heard(reply);
      done = reply.type === "done";
      if (!done) break;
      if (!this.own) void this.recall();
    }
    this.busy = false;
    const now = this.client.state?.lines ?? 0;
    this.grouped = moved && done ? { lines: now, actions: now - before } : null;
    if (done) this.picked = this.group = null;
    return done;
  }

  undo(): Promise<void> {
    return this.inTurn(async () => {
      if (!this.undoable) return;
      // A group that has just moved is undone together.
      const whole = this.grouped?.lines === this.client.state?.lines ? (this.grouped?.actions ?? 1) : 1;
      this.grouped = null;
      await this.undoNow(whole);
    });
  }

  private async undoNow(count: number): Promise<boolean> {
    const reply = await this.client.command({ type: "undo", count });
    this.heard(reply);
    return reply.type === "done";
  }

  /** Whether this person may ask for a takeback: they have a line, and the dice are not revealed. */
  readonly mayAsk = $derived.by(() => {
    const now = this.client.state;
    if (!now || !this.client.live || this.undoable || now.request) return false;
    return this.own !== null && !(this.over && now.dice.trust !== "open");
  });

  /** Find this person's last line in the log, which survives a reload. */
  private async recall(): Promise<void> {
    try {
      this.own = this.seats.length ? lastOwn(await api.save(this.client.game), this.seats) : null;
    } catch {
      this.own = null; // This person may not read the log, or the connection is broken.
    }
  }

  /** Ask the others to take back this person's last line and everything after it. */
  async takeBack(): Promise<void> {
    await this.recall();
    if (this.own) await this.tell({ type: "takeback", ...this.own });
  }

  /**
   * Send something that does not depend on the position. Repeat it if the position changed, unless
   * the request did too.
   */
  async tell(command: Record<string, unknown>): Promise<void> {
    const about = JSON.stringify(this.client.state?.request);
    let reply = await this.client.command(command);
    for (let said = 1; reply.type === "failed" && reply.code === "stale" && said < SAID; said++) {
      if (JSON.stringify(this.client.state?.request) !== about) break;
      reply = await this.client.command(command);
    }
    this.heard(reply);
  }

  /** The next or previous hex where an action is possible. */
  nextHex(back: boolean): number | undefined {
    const at = new Set(this.points.hexes.keys());
    for (const unit of this.movable) at.add(this.client.state?.view.units[unit]?.[0] ?? -1);
    const size = this.board?.hexes.length ?? 0;
    const found = [...at].filter((hex) => hex >= 0 && hex < size).sort((a, b) => a - b);
    const here = this.cursor ?? -1;
    return back ? (found.findLast((hex) => hex < here) ?? found.at(-1)) : (found.find((hex) => hex > here) ?? found[0]);
  }

  /** Let go of the picked units or the question, or else of the move or attack that was just begun. */
  letGo(): Promise<void> {
    const held = this.picked !== null || this.group !== null || this.choices.length > 0 || this.reasons.length > 0 || this.failed !== "";
    const { legal } = this.client;
    const begun = legal.length > 0 && legal.some((each) => ["go", "step", "join"].includes(role(each, this.verbs)));
    this.release();
    return !held && begun && this.undoable ? this.undo() : Promise.resolve();
  }

  /** Let go of everything that is picked. */
  release(): void {
    this.releases++;
    this.picked = null;
    this.group = null;
    this.choices = [];
    this.giving = [];
    this.reasons = [];
    this.failed = "";
    this.final = false;
  }

  /** Add every unit that can join the attack. */
  addAll(): Promise<void> {
    const lines = this.gather?.everybody ?? [];
    return this.press(async () => void (lines.length && (await this.regather(lines))));
  }

  /** Gather the attack again, in the order that the rules require. */
  private async regather(lines: readonly string[]): Promise<void> {
    const before = this.gather?.force.length ?? 0;
    if (before && !(await this.undoNow(before))) return;
    await this.perform(lines);
  }

  choose(choice: Choice): Promise<void> {
    return this.press(() => this.chooseNow(choice));
  }

  /** Play the action of the warning. */
  confirm(): Promise<void> {
    const [choice] = this.giving.length ? this.choices : [];
    return choice ? this.choose(choice) : Promise.resolve();
  }

  /** Choose by number from the offered choices. Numbers do not confirm a warning. */
  chooseBy(number: number): Promise<void> {
    return this.press(async () => {
      if (this.giving.length) return;
      const all = this.choices.length ? this.choices : this.buttons.map((each) => this.choice(each));
      const chosen = all[number - 1];
      if (chosen) await this.chooseNow(chosen);
    });
  }

  private async chooseNow(choice: Choice): Promise<void> {
    if (choice.legal && !this.choices.includes(choice)) await this.unlessGiven(choice.legal);
    else if (choice.legal) await this.perform([choice.legal[0]]);
    else if (choice.lines) await this.regather(choice.lines);
    else if (choice.together) await this.takeAll(choice.together);
    else if (choice.unit !== undefined) {
      this.choices = [];
      this.picked = choice.unit;
    }
  }

  /** Point at a unit. */
  onUnit(unit: number): Promise<void> {
    return this.inTurn(() => this.pointAtUnit(unit));
  }

  /** Point at a counter on the map. It is meant itself if it lies alone or in an open stack; otherwise its hex is. */
  onCounter(unit: number, hex: number, lies: "alone" | "open" | "stacked", stepping = this.stepping): Promise<void> {
    return this.inTurn(() => {
      const meant = lies === "alone" || (lies === "open" && this.movable.has(unit));
      if (meant && !this.points.hexes.has(hex)) return this.pointAtUnit(unit);
      const [only, ...more] = oneWay(this.points.hexes.get(hex) ?? [], this.verbs, stepping);
      const joins = only && !more.length && ["go", "step"].includes(role(only, this.verbs)) && this.board?.units[unit]?.seat === this.asked;
      if (!joins) return this.pointAt(hex, stepping);
      // A click on friendly units may be meant for them, so ask before they join.
      const names = this.standing(hex).map((each) => this.board?.units[each]?.name ?? "");
      this.choices = [{ ...this.choice(only), said: texts.join(this.name(only), names.join(", ")) }];
      return undefined;
    });
  }

  /** Point at a hex, or at the cursor if no hex is given. */
  onHex(hex: number | null, stepping = this.stepping): Promise<void> {
    return this.inTurn(async () => {
      const at = hex ?? this.cursor;
      if (at !== null) await this.pointAt(at, stepping);
    });
  }

  private async pointAtUnit(unit: number): Promise<void> {
    this.reasons = [];
    const found = this.points.units.get(unit);
    if (!found) {
      const [anew] = this.anew(unit);
      if (anew) await this.chooseNow(anew);
      else await this.why({ unit });
      return;
    }
    const alone = found.filter((each) => this.isAlone(each));
    if (alone.length === 1 && alone[0] && found.length === 1) await this.point(alone[0]);
    else {
      // A second click lets go, unless no other unit could be meant.
      this.picked = this.picked === unit && this.placeable.length > 1 ? null : unit;
      this.choices = this.picked === null ? [] : alone.map((each) => this.choice(each));
    }
  }

  /** Point at a hex: act there, offer the choices, or say why nothing is possible. */
  private async pointAt(hex: number, stepping: boolean): Promise<void> {
    this.reasons = [];
    this.failed = "";
    const found = oneWay(this.points.hexes.get(hex) ?? [], this.verbs, stepping);
    if (this.group && !found.length) this.group = null;
    const units = this.standing(hex).filter((each) => this.movable.has(each) && each !== this.picked);
    const only = found[0];
    if (only && found.length === 1 && (units.length === 0 || this.picked !== null || this.group)) await this.point(only);
    else if (found.length === 0 && units.length === 1 && units[0] !== undefined) await this.pointAtUnit(units[0]);
    else if (found.length || units.length) {
      const others = this.picked !== null && found.length ? [] : units.flatMap((each) => this.ofUnit(each));
      const together = this.companions(hex);
      const all = together.length ? [{ key: "together", said: texts.together(together.length), together }] : [];
      this.choices = [...found.map((each) => this.choice(each)), ...all, ...others];
    } else if (!this.offer(hex)) await this.why({ hex });
  }

  /** Offer the units that could be placed in a hex, if none is picked. Returns whether there are any. */
  private offer(hex: number): boolean {
    if (this.picked !== null || this.group) return false;
    const found = this.client.legal.filter((each) => about(each, this.verbs, "hex") === hex && about(each, this.verbs, "unit") !== undefined);
    if (found.length > MOST) this.failed = texts.pickFirst;
    else this.choices = found.map((each) => this.choice(each));
    return found.length > 0;
  }

  /** Say why a unit or a hex has no action. */
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

  /** Every unit that gathering again could add or leave out, as choices. */
  anews(): Choice[] {
    const units = [...(this.gather?.add ?? []), ...(this.gather?.leave ?? [])].map((each) => each.unit);
    return units.filter((unit) => !this.points.units.has(unit)).flatMap((unit) => this.anew(unit));
  }

  /** Add a unit that the order of the rules has passed by, or leave one out. */
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

  /** An action in the words of a button. */
  name(action: Legal): string {
    const { board } = this;
    const nouns = this.verbs[action[1]]?.nouns ?? [];
    const said = nouns.map((kind, i) => {
      const number = action[2][i] ?? -1;
      if (kind === "unit") return board?.units[number]?.name ?? "";
      if (kind === "hex" && i > 0) return `${texts.between[action[1]] ?? texts.betweenElse} ${board?.hexes[number]?.number ?? ""}`;
      if (kind === "hex") return board?.hexes[number]?.number ?? "";
      return board?.nouns[kind]?.said[number] ?? "";
    });
    const hold = action[1] === "hold" ? texts.holds[this.client.state?.decision?.kind ?? ""] : undefined;
    return capital([hold ?? texts.verbs[action[1]] ?? action[1], ...said].join(" ").trim());
  }
}
