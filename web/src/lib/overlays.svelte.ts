import type { Client } from "./client.svelte";
import type { OverlayPart } from "./types";

/** The key that shows an overlay, by the overlay's name. */
export const KEYS: Readonly<Record<string, string>> = {
  zones: "z",
  supply: "s",
  lines: "l",
  control: "c",
  air: "a",
  threat: "t",
};

/** The available overlay for a key. */
export function overlayOf(key: string, known: readonly { id: string }[]): string | undefined {
  return known.find((each) => KEYS[each.id] === key)?.id;
}

/** The overlays on the map, and the server's answers about them. */
export class Overlaid {
  /** The names of the shown overlays, in the order in which they were turned on. */
  laid = $state.raw<string[]>([]);
  parts = $state.raw<Record<string, OverlayPart[]>>({});

  /** Hidden parts, by overlay and index. */
  hidden = $state.raw<ReadonlySet<string>>(new Set());
  /** The parts that are drawn. */
  readonly drawn = $derived.by(() => this.laid.flatMap((id) => (this.parts[id] ?? []).filter((_, i) => !this.hidden.has(`${id} ${i}`))));

  constructor(private readonly client: Client) {}

  toggle(id: string): void {
    this.laid = this.laid.includes(id) ? this.laid.filter((each) => each !== id) : [...this.laid, id];
  }

  /** Show or hide a part of an overlay. */
  show(id: string, part: number, shown: boolean): void {
    const hidden = new Set(this.hidden);
    if (shown) hidden.delete(`${id} ${part}`);
    else hidden.add(`${id} ${part}`);
    this.hidden = hidden;
  }

  /** Ask for all shown overlays; `number` is the hex that is pointed at, if any. */
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
