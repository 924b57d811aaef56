/** A line of the log, counted from 1, and its player. */
export interface Own {
  line: number;
  seat: string;
}

/** A line of a save: whether it was taken back, whose it is, and its first word. */
const ROW = /^(x )?(\S+) (\S+).* ~[0-9a-f]+$/;
/** First words of log lines that are not actions at the table. */
const ASIDE = new Set(["takeback", "orders"]);

/** The last line in a save that a player with these seats played and that stands. */
export function lastOwn(save: string, seats: readonly string[]): Own | null {
  const body = save.slice(save.indexOf("\n\n") + 2).split("\n");
  const rows = body.map((each) => ROW.exec(each)).filter((each) => each !== null);
  const at = rows.findLastIndex(([, struck, who = "", verb = ""]) => !struck && seats.includes(who) && !ASIDE.has(verb));
  return at < 0 ? null : { line: at + 1, seat: rows[at]?.[2] ?? "" };
}
