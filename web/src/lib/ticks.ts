import type { Happened } from "./types";

/** What a line of the game was about, for its tick on the timeline. */
export type Tick = "fight" | "loss" | "dice" | "move" | "other";

type Act = NonNullable<Happened["scene"]>["act"];

const ACTS: Readonly<Partial<Record<Act, Tick>>> = { loss: "loss", retreat: "loss", fight: "fight", fire: "fight", die: "dice", move: "move", place: "move", advance: "move" };
const ORDER: readonly Tick[] = ["loss", "fight", "dice", "move", "other"];

/** What an event is about. */
export function tick(event: Happened): Tick {
  return ACTS[event.scene?.act ?? "note"] ?? "other";
}

/** The gravest thing that happened with each line, by line. */
export function ticks(events: readonly Happened[]): Map<number, Tick> {
  const found = new Map<number, Tick>();
  for (const event of events) {
    const kind = tick(event);
    const before = found.get(event.line);
    if (before === undefined || ORDER.indexOf(kind) < ORDER.indexOf(before)) found.set(event.line, kind);
  }
  return found;
}

/** As many bars as fit: of the lines that share one, the gravest. */
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
