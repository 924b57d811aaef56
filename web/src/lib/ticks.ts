import type { Happened } from "./types";

/** What a line of the game was about, for its tick on the timeline. */
export type Tick = "fight" | "loss" | "dice" | "move" | "other";

const KINDS: Readonly<Record<Exclude<Tick, "other">, readonly string[]>> = {
  loss: ["StepLost", "Eliminated", "BeachheadLost", "Surrendered", "Retreated", "RetreatedOn", "HitAgain", "Trapped", "AirLost"],
  fight: ["Attacked", "Fought", "Bombed", "Bombarded", "Fired", "FriendlyFire", "AirFought", "Automatic", "ResultChanged", "Disrupted", "Scattered"],
  dice: ["WeatherSet", "StrategyDrawn", "DirectiveDrawn", "Drawn", "Activated", "Rated", "Checked", "BomberRolled", "BoundaryRolled", "AirTied"],
  move: ["Moved", "Landed", "Dropped", "Entered", "Advanced", "AdvancedOn", "Placed", "BeachheadPlaced", "Reinforced", "Exited", "Parachuted", "MovedInland"],
};
const ORDER: readonly Tick[] = ["loss", "fight", "dice", "move", "other"];

/** What an event is about, by its kind. */
export function tick(kind: string): Tick {
  return ORDER.find((each) => each !== "other" && KINDS[each].includes(kind)) ?? "other";
}

/** The gravest thing that happened with each line, by line. */
export function ticks(events: readonly Happened[]): Map<number, Tick> {
  const found = new Map<number, Tick>();
  for (const event of events) {
    const kind = tick(event.kind);
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
