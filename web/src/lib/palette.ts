import { plain } from "./seeking";

/** Something that can be done by its name. */
export interface Command {
  key: string;
  /** What it is called. */
  said: string;
  /** What else it is found by: the line as it is written. */
  also?: string;
  keys?: string;
  run: () => void;
}

/** The commands that have every word of a text in them; those that are written just so come first. */
export function matching(commands: readonly Command[], text: string): Command[] {
  const whole = text.trim().toLowerCase();
  const words = whole.split(/\s+/).map(plain).filter(Boolean);
  const found = commands.filter((each) => {
    const named = `${each.said} ${each.also ?? ""}`.split(/\s+/).map(plain);
    return words.every((word) => named.some((name) => name.startsWith(word)) || plain(each.said).includes(word));
  });
  const exact = found.filter((each) => each.also?.toLowerCase() === whole || each.said.toLowerCase() === whole);
  return exact.length ? [...exact, ...found.filter((each) => !exact.includes(each))] : found;
}
