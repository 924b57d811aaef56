import type { Happened } from "./types";

/** The kind of a line of the game, for its tick on the timeline. */
export type Tick = "fight" | "loss" | "dice" | "move" | "other";

type Act = NonNullable<Happened["scene"]>["act"];

const ACTS: Readonly<Partial<Record<Act, Tick>>> = { loss: "loss", retreat: "loss", fight: "fight", fire: "fight", die: "dice", move: "move", place: "move", advance: "move" };
const ORDER: readonly Tick[] = ["loss", "fight", "dice", "move", "other"];

/** The kind of an event. */
export function tick(event: Happened): Tick {
  return ACTS[event.scene?.act ?? "note"] ?? "other";
}

/** The gravest event of each line. */
export function ticks(events: readonly Happened[]): Map<number, Tick> {
  const found = new Map<number, Tick>();
  for (const event of events) {
    const kind = tick(event);
    const before = found.get(event.line);
    if (before === undefined || ORDER.indexOf(kind) < ORDER.indexOf(before)) found.set(event.line, kind);
  }
  return found;
}

/** As many bars as fit. If lines share one, the gravest counts. */
export function bars(events: readonly Happened[], lines: number, most: number): { from: number; tick: Tick }[] {
  const all = ticks(events);
  const each = Math.max(1, Math.ceil(lines / most));
  const found: { from: number; tick: Tick }[] = [];
  for (let from = 0; from < lines; from += each) {
    let gravest: Tick = "other";
    for (let line = from; line < Math.min(lines, from + each); line++) {
      const kind = all.get(line) ?? "other";
      if (ORDER.indexOf(kind) < ORDER.indexOf(gravest)) gravest = kind;
    }
    found.push({ from, tick: gravest });
  }
  return found;
}
