import type { Client } from "./client.svelte";
import type { OverlayPart } from "./types";

/** The key that lays an overlay over the map, by its name. */
export const KEYS: Readonly<Record<string, string>> = {
  zones: "z",
  supply: "s",
  lines: "l",
  control: "c",
  air: "a",
  threat: "t",
};

/** The overlay that a key stands for, among those there are. */
export function overlayOf(key: string, known: readonly { id: string }[]): string | undefined {
  return known.find((each) => KEYS[each.id] === key)?.id;
}

/** What lies over the map, and what the server says of it. */
export class Overlaid {
  /** The names of those that are laid, in the order in which they were. */
  laid = $state.raw<string[]>([]);
  parts = $state.raw<Record<string, OverlayPart[]>>({});

  /** Parts that are not drawn, by overlay and place in it. */
  hidden = $state.raw<ReadonlySet<string>>(new Set());
  /** What is drawn. */
  readonly drawn = $derived.by(() => this.laid.flatMap((id) => (this.parts[id] ?? []).filter((_, i) => !this.hidden.has(`${id} ${i}`))));

  constructor(private readonly client: Client) {}

  toggle(id: string): void {
    this.laid = this.laid.includes(id) ? this.laid.filter((each) => each !== id) : [...this.laid, id];
  }

  /** Draw a part of an overlay, or do not. */
  show(id: string, part: number, shown: boolean): void {
    const hidden = new Set(this.hidden);
    if (shown) hidden.delete(`${id} ${part}`);
    else hidden.add(`${id} ${part}`);
    this.hidden = hidden;
  }

  /** Ask for all that is laid, as of now; `number` is the hex that is pointed at, or nothing. */
  async ask(number: string, known: readonly { id: string; pointed: boolean }[], isLate: () => boolean): Promise<void> {
    const replies = await Promise.all(
      this.laid.map(async (layer) => {
        const hex = known.some((each) => each.id === layer && each.pointed) ? number : "";
        return [layer, await this.client.ask("overlay", hex ? { layer, hex } : { layer })] as const;
      }),
    );
    if (isLate()) return;
    this.parts = Object.fromEntries(replies.map(([layer, reply]) => [layer, reply?.overlay ?? []]));
  }
}
