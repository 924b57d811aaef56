import { capital, texts } from "./texts";
import type { Offered, Rules } from "./types";

/** The named setting that a table is played with; empty for a short scenario, or if it has options of its own. */
export function settingOf(game: Rules, table: Pick<Offered, "scenario" | "options">): string {
  if (table.scenario !== game.scenarios[0]?.id) return "";
  const first = Object.fromEntries(game.options.map((each) => [each.id, each.choices[0] ?? ""]));
  const bids = Object.values(game.bidding?.options ?? {});
  const ids = Object.keys(first).filter((id) => !bids.includes(id));
  const found = game.settings.find((each) => ids.every((id) => (table.options[id] ?? first[id]) === (each.options[id] ?? first[id])));
  return found?.title ?? (game.settings.length ? texts.ownOptions : "");
}

/** A clock in words. */
export function clockOf(kind: string, seconds: number): string {
  if (kind === "none") return texts.clocks["none"] ?? "";
  return texts.clocks[`${kind} ${seconds}`] ?? texts.clockElse(kind, seconds / 60);
}

/** What a table is about, in a few words each: the game, how it is played, the clock, for how long it waits. */
export function facts(table: Offered, game: Rules | undefined, now: number): string[] {
  const scenario = game?.scenarios.find((each) => each.id === table.scenario);
  const short = game && scenario && scenario !== game.scenarios[0] ? scenario.title : "";
  const waits = table.free.length > 0;
  return [
    game?.title ?? table.game,
    short || (game ? settingOf(game, table) : ""),
    clockOf(table.clock, table.seconds),
    table.rated ? texts.ratedShort : "",
    waits && table.bids ? texts.bids.both(capital(table.bids)) : "",
    waits ? texts.opened(texts.ago((now - table.created) / 60_000)) : table.turn ? texts.turnOf(table.turn) : "",
  ].filter(Boolean);
}
