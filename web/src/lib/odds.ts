import { about, role, type Verbs } from "./moves";
import type { Favours, Legal, Weighed } from "./types";

/** The question to ask about odds now: none, the present decision, or the hex that is pointed at. */
export function wanted(
  legal: readonly Legal[],
  verbs: Verbs,
  cursor: number | null,
): "none" | "decided" | "pointed" {
  if (legal.some((each) => role(each, verbs) === "commit")) return "decided";
  if (cursor === null) return "none";
  const joining = legal.length > 0 && legal.every((each) => role(each, verbs) === "join");
  if (joining) return "pointed";
  const aimed = legal.some((each) => role(each, verbs) === "aim" && about(each, verbs, "hex") === cursor);
  return aimed ? "pointed" : "none";
}

/** A share as people say it: 17%. An unlikely result is never 0% and a likely one never 100%. */
export function perCent(share: number): string {
  const whole = Math.round(share * 100);
  if (whole === 0 && share > 0) return "<1%";
  if (whole === 100 && share < 1) return ">99%";
  return `${whole}%`;
}

/** The side that profits from a face of the die. */
export function favours(fight: Weighed, result: string): Favours {
  return fight.results.find((each) => each.result === result)?.favours ?? "nobody";
}

/** A number, with a sign if its total has one. */
export function figure(value: number, signed: boolean): string {
  return signed && value >= 0 ? `+${value}` : String(value).replace("-", "−");
}

/** Movement Points as players say them: 3½. */
export function points(cost: number): string {
  const whole = Math.floor(cost);
  const half = cost > whole ? "½" : "";
  return whole || !half ? `${whole}${half}` : half;
}
