// Control's desk: its questions to the server, and Control's actions.

import type { Client, Reply } from "./client.svelte";
import type { Belief, Card, CardRow, Desk, Form, Truth } from "./wire";

/** Where Control was on the desk, stored so that a reopened page returns there. */
interface Place {
  tab: Tab;
  card: string;
  team: string;
}
export type Tab = "inbox" | "cards" | "reports" | "map" | "signals" | "evening" | "paper" | "debrief";
export const TABS: readonly Tab[] = ["inbox", "cards", "reports", "map", "signals", "evening", "paper", "debrief"];

/** Error codes of a busy server; how often to repeat a question, and after what time. */
const LATER: ReadonlySet<string> = new Set(["too-much", "unavailable"]);
/** The same for answers that do not depend on the state. */
export const ANYWAY: ReadonlySet<string> = new Set([...LATER, "stale"]);
const [TRIES, WAIT_MS] = [5, 400];

/** The reason in a reply that is not a success. */
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
  /** The name of the open card. */
  open = $state("");
  /** The open team, for its sheet, draft and belief. */
  team = $state("");
  said = $state("");
  busy = $state(false);
  /** What a click on the map does: draw a retreat, move a unit. */
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

  keep(): void {
    const place: Place = { tab: this.tab, card: this.open, team: this.team };
    localStorage.setItem(this.key, JSON.stringify(place));
  }

  /** Ask for everything that the desk shows, and repeat it if the game changes meanwhile. */
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
    if (this.stale) return; // The game has changed: the other answers would be out of date.
    if (!this.team) this.team = this.desk?.sheets[0]?.seat ?? "";
    if (this.form?.turn !== this.desk?.turn) this.form = (await client.ask("form", { seat }))?.form ?? this.form;
    await this.look();
    const truth = await client.ask("truth", { seat });
    if (truth) this.truth = truth.truth;
    await this.believe();
  }

  /** Ask for the open card, or for the first one if it is gone. */
  async look(): Promise<void> {
    const cards = this.desk?.cards ?? [];
    if (!cards.some((each) => each.name === this.open)) this.open = this.desk?.waiting || (cards[0]?.name ?? "");
    const wanted = this.open;
    if (!wanted) this.card = null;
    const answer = wanted ? await this.client.ask("card", { seat: this.seat, about: wanted }) : null;
    // Without an answer the earlier one stays: the connection may be busy.
    if (answer && wanted === this.open) this.card = answer.card;
  }

  async believe(): Promise<void> {
    const wanted = this.team;
    const answer = wanted ? await this.client.ask("belief", { seat: this.seat, about: wanted }) : null;
    if (answer && wanted === this.team) this.belief = answer.belief;
  }

  /** Do something and return whether it succeeded. The reason for a refusal is in `said`. */
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

  /** An act of Control's free hand, with its reason and the words for the teams. */
  hand(line: string, reason: string, told = ""): Promise<boolean> {
    return this.act({ type: "adjust", line: `${line} because ${reason}${told ? `; tell ${told}` : ""}` });
  }

  /** Rule on a card, even after the turn was adjudicated. */
  async rule(card: CardRow, value: string, reason: string, told: string): Promise<boolean> {
    return this.act({ type: "rework", line: `${card.name} ${value} because ${reason}${told ? `; tell ${told}` : ""}` });
  }
}

/** The cards that Control has neither ruled nor accepted. */
export function unseen(cards: readonly CardRow[], weight: CardRow["weight"]): CardRow[] {
  return cards.filter((each) => each.weight === weight && each.by !== "Control");
}
