import type { Acting } from "./acting.svelte";
import type { Client } from "./client.svelte";
import { role } from "./moves";
import { wanted } from "./odds";
import type { Overlaid } from "./overlays.svelte";
import type { Plan, Weighed } from "./types";

/** What the page asks the server by itself as the game and the cursor move: odds, reach, plans. */
export class Answers {
  odds = $state.raw<Weighed[]>([]);
  /** Whether these odds suppose that every unit attacks, because none was added yet. */
  supposed = $state(false);
  /** The reach of the moving unit, by hex. */
  readonly reach = $derived.by(() => new Map(this.client.reach.map((each) => [each.hex, each])));
  plans = $state.raw<Plan[]>([]);

  /** Create this in a component: it asks as long as the component lives. */
  constructor(
    private readonly client: Client,
    acting: Acting,
    overlaid: Overlaid,
  ) {
    const number = () => acting.board?.hexes[acting.cursor ?? -1]?.number ?? "";

    $effect(() => {
      // Ask for the odds of the gathered or pointed-at fight whenever it changes.
      const kind = wanted(client.legal, acting.board?.verbs ?? {}, acting.cursor);
      const hex = kind === "pointed" ? number() : "";
      if (kind === "none") {
        this.odds = [];
        return;
      }
      return unlessLate(client.ask("odds", hex ? { hex } : {}), (reply) => {
        this.odds = reply?.odds ?? [];
        this.supposed = kind === "pointed";
      });
    });

    $effect(() => {
      const placing = client.legal.some((each) => role(each, acting.board?.verbs ?? {}) === "place");
      this.plans = [];
      if (!placing) return;
      return unlessLate(client.ask("plan"), (reply) => {
        this.plans = reply?.plans ?? [];
      });
    });

    $effect(() => {
      // Overlays follow the game and the cursor.
      void client.state;
      void overlaid.laid;
      let late = false;
      void overlaid.ask(number(), acting.board?.overlays ?? [], () => late);
      return () => {
        late = true;
      };
    });
  }
}

/** Receive an answer, unless a newer question was asked; returns the function that makes it obsolete. */
function unlessLate<T>(asked: Promise<T>, hear: (reply: T) => void): () => void {
  let late = false;
  void asked.then((reply) => {
    if (!late) hear(reply);
  });
  return () => {
    late = true;
  };
}
