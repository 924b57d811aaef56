import { plain } from "./seeking";

/** A command that can be found by name. */
export interface Command {
  key: string;
  said: string;
  /** Other text that finds it: the line as it is typed. */
  also?: string;
  keys?: string;
  run: () => void;
}

/** The commands that contain every word of a text. Exact matches come first. */
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
