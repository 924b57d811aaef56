import type { Favours, Legal, Weighed } from "./types";

/** Verbs that end the gathering of a fight: what is gathered so far can be weighed. */
const GATHERED = new Set(["fight", "fire"]);
/** Verbs that name a hex to fight for. */
const AIMED = new Set(["attack", "shell", "strike"]);

/** What to ask of `odds` now: nothing, what is being decided, or a hex that is pointed at. */
export function wanted(
  legal: readonly Legal[],
  verbs: Readonly<Record<string, readonly string[]>>,
  cursor: number | null,
): "none" | "decided" | "pointed" {
  if (legal.some((each) => GATHERED.has(each[1]))) return "decided";
  if (cursor === null) return "none";
  const joining = legal.length > 0 && legal.every((each) => each[1] === "with");
  if (joining) return "pointed";
  const aimed = legal.some((each) => {
    const at = (verbs[each[1]] ?? []).indexOf("hex");
    return AIMED.has(each[1]) && at >= 0 && each[2][at] === cursor;
  });
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
