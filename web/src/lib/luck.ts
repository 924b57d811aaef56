import { perCent } from "./odds";
import { capital, texts } from "./texts";
import type { Report } from "./types";

/** Whose dice were better over the game, or that nobody's were. */
export function fortune({ seat, by, spread, rarer, fights }: Report["luck"]): string {
  return by ? texts.luckSays(capital(seat), by, spread, perCent(rarer), fights) : texts.luckEven(fights);
}
