// Control's desk: what is asked of the server for it, and what Control does there.

import type { Client, Reply } from "./client.svelte";
import type { Belief, Card, CardRow, Desk, Form, Truth } from "./wire";

/** Where Control was on the desk: kept, so that a page that was closed comes back there. */
interface Place {
  tab: Tab;
  card: string;
  team: string;
}
export type Tab = "inbox" | "cards" | "reports" | "map" | "signals" | "evening" | "paper" | "debrief";
export const TABS: readonly Tab[] = ["inbox", "cards", "reports", "map", "signals", "evening", "paper", "debrief"];

/** Codes of what the server has no time for now; how often and after what time it is asked again. */
const LATER: ReadonlySet<string> = new Set(["too-much", "unavailable"]);
/** The same for what holds whatever has happened meanwhile. */
export const ANYWAY: ReadonlySet<string> = new Set([...LATER, "stale"]);
const [TRIES, WAIT_MS] = [5, 400];

/** What a reply says that is no success. */
function complaint(reply: Reply): string {
  if (reply.type === "failed") return reply.text;
  if (reply.type !== "refused") return "";
  return reply.reasons.map((each) => each.text.map((piece) => (typeof piece === "string" ? piece : piece.text)).join("")).join(" ");
}

export class DeskModel {
  desk = $state.raw<Desk | null>(null);
  form = $state.raw<Form | null>(null);
  truth = $state.raw<Truth | null>(null);
  belief = $state.raw<Belief | null>(null);
  card = $state.raw<Card | null>(null);
  tab = $state<Tab>("inbox");
  /** The card that is looked at, by name. */
  open = $state("");
  /** The team that is looked at: its sheet, its draft, its belief. */
  team = $state("");
  said = $state("");
  busy = $state(false);
  /** What a click on the map is for: a retreat that is drawn, a unit that is moved. */
  aim = $state.raw<{ what: string; take: (x: number, y: number, name: string) => void } | null>(null);

  private readonly key: string;
  private asking = false;
  private stale = false;

  constructor(
    readonly client: Client,
    readonly seat: string,
  ) {
    this.key = `desk ${client.game}`;
    const kept = localStorage.getItem(this.key);
    if (kept) {
      const place = JSON.parse(kept) as Place;
      [this.tab, this.open, this.team] = [place.tab, place.card, place.team];
    }
  }

  /** Remember where Control is. */
  keep(): void {
    const place: Place = { tab: this.tab, card: this.open, team: this.team };
    localStorage.setItem(this.key, JSON.stringify(place));
  }

  /** Ask for everything that the desk shows; if the table goes on meanwhile, once more. */
  async refresh(): Promise<void> {
    this.stale = true;
    if (this.asking) return;
    this.asking = true;
    try {
      while (this.stale) {
        this.stale = false;
        await this.ask();
      }
    } finally {
      this.asking = false;
    }
  }

  private async ask(): Promise<void> {
    const { client, seat } = this;
    const desk = await client.ask("desk", { seat });
    if (desk) this.desk = desk.desk;
    if (this.stale) return; // the table has gone on: the rest would be of a desk that is past
    if (!this.team) this.team = this.desk?.sheets[0]?.seat ?? "";
    if (this.form?.turn !== this.desk?.turn) this.form = (await client.ask("form", { seat }))?.form ?? this.form;
    await this.look();
    const truth = await client.ask("truth", { seat });
    if (truth) this.truth = truth.truth;
    await this.believe();
  }

  /** Ask for the card that is open; if it is gone, for the first one. */
  async look(): Promise<void> {
    const cards = this.desk?.cards ?? [];
    if (!cards.some((each) => each.name === this.open)) this.open = this.desk?.waiting || (cards[0]?.name ?? "");
    const wanted = this.open;
    if (!wanted) this.card = null;
    const answer = wanted ? await this.client.ask("card", { seat: this.seat, about: wanted }) : null;
    // Without an answer what was asked before stays: the line may be busy.
    if (answer && wanted === this.open) this.card = answer.card;
  }

  async believe(): Promise<void> {
    const wanted = this.team;
    const answer = wanted ? await this.client.ask("belief", { seat: this.seat, about: wanted }) : null;
    if (answer && wanted === this.team) this.belief = answer.belief;
  }

  /** Do something; whether it was done. What speaks against it is in `said`. */
  async act(command: Record<string, unknown>, later: ReadonlySet<string> = LATER): Promise<boolean> {
    this.busy = true;
    let reply = await this.client.command({ seat: this.seat, ...command });
    for (let again = 0; again < TRIES && reply.type === "failed" && later.has(reply.code); again++) {
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
      reply = await this.client.command({ seat: this.seat, ...command });
    }
    this.busy = false;
    this.said = complaint(reply);
    return reply.type === "done";
  }

  line(line: string, later: ReadonlySet<string> = LATER): Promise<boolean> {
    return this.act({ type: "do", line }, later);
  }

  /** An act of Control's hand, with its reason and with what teams are told. */
  hand(line: string, reason: string, told = ""): Promise<boolean> {
    return this.act({ type: "adjust", line: `${line} because ${reason}${told ? `; tell ${told}` : ""}` });
  }

  /** Rule on a card, also if the turn is worked out. */
  async rule(card: CardRow, value: string, reason: string, told: string): Promise<boolean> {
    return this.act({ type: "rework", line: `${card.name} ${value} because ${reason}${told ? `; tell ${told}` : ""}` });
  }
}

/** The cards that wait to be looked at: neither ruled by Control nor let stand. */
export function unseen(cards: readonly CardRow[], weight: CardRow["weight"]): CardRow[] {
  return cards.filter((each) => each.weight === weight && each.by !== "Control");
}
