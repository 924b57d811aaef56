import { about, role, type Verbs } from "./moves";
import type { Favours, Legal, Weighed } from "./types";

/** What to ask of `odds` now: nothing, what is being decided, or a hex that is pointed at. */
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

/** A share as people say it: 17%, but never 0% or 100% of what is only unlikely or likely. */
export function perCent(share: number): string {
  const whole = Math.round(share * 100);
  if (whole === 0 && share > 0) return "<1%";
  if (whole === 100 && share < 1) return ">99%";
  return `${whole}%`;
}

/** Whom a face of the die is good for. */
export function favours(fight: Weighed, result: string): Favours {
  return fight.results.find((each) => each.result === result)?.favours ?? "nobody";
}

/** A number, with its sign where its sum is signed. */
export function figure(value: number, signed: boolean): string {
  return signed && value >= 0 ? `+${value}` : String(value).replace("-", "−");
}

/** Movement Points as players say them: 3½. */
export function points(cost: number): string {
  const whole = Math.floor(cost);
  const half = cost > whole ? "½" : "";
  return whole || !half ? `${whole}${half}` : half;
}
