/** A line of the log, counted from 1, and whose it is. */
export interface Own {
  line: number;
  seat: string;
}

/** A line of a save: whether it was taken back, whose it is, and how what was done begins. */
const ROW = /^(x )?(\S+) (\S+).* ~[0-9a-f]+$/;
/** What is written into the log and is no doing at the table. */
const ASIDE = new Set(["takeback", "orders"]);

/** The last line of a save that somebody with these seats did and that stands. */
export function lastOwn(save: string, seats: readonly string[]): Own | null {
  const body = save.slice(save.indexOf("\n\n") + 2).split("\n");
  const rows = body.map((each) => ROW.exec(each)).filter((each) => each !== null);
  const at = rows.findLastIndex(([, struck, who = "", verb = ""]) => !struck && seats.includes(who) && !ASIDE.has(verb));
  return at < 0 ? null : { line: at + 1, seat: rows[at]?.[2] ?? "" };
}
