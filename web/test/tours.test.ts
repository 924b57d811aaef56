import { expect, test } from "vitest";

import { texts } from "../src/lib/texts";
import { done, TOURS } from "../src/lib/tours";
import type { TableState } from "../src/lib/types";

const at = (kind: string, lines: number): TableState => ({ decision: { kind }, lines }) as unknown as TableState;

test("every step of a tour has its words", () => {
  for (const [game, steps] of Object.entries(TOURS)) expect(texts.tours[game]?.length).toBe(steps.length);
});

test("a step is done when what it waits for has come", () => {
  expect(done(null, at("Moving", 9), 3)).toBe(false);
  expect(done({ kinds: ["Moving"] }, at("MovePhase", 4), 3)).toBe(false);
  expect(done({ kinds: ["Moving"] }, at("Moving", 4), 3)).toBe(true);
  expect(done({ past: ["Muster"], lines: 2 }, at("Muster", 9), 3)).toBe(false);
  expect(done({ past: ["Muster"], lines: 2 }, at("StepLoss", 4), 3)).toBe(false);
  expect(done({ past: ["Muster"], lines: 2 }, at("StepLoss", 5), 3)).toBe(true);
  expect(done({ lines: -1 }, at("Moving", 3), 3)).toBe(false);
  expect(done({ lines: -1 }, at("Moving", 2), 3)).toBe(true);
});

test("a battle that ends in a stalemate ends its step too", () => {
  const fought = TOURS["roundup"]?.[7] ?? null;
  const asked = (kind: string, lines: number) => done(fought, { decision: { kind }, lines } as unknown as TableState, 10);
  expect([asked("Muster", 13), asked("CombatPhase", 12), asked("CombatPhase", 13), asked("StepLoss", 13)]).toEqual([false, false, true, true]);
});
