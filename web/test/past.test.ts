// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Client } from "../src/lib/client.svelte";
import { Past } from "../src/lib/past.svelte";
import { hexesIn, isTold, Ticker } from "../src/lib/ticker.svelte";
import { bars, tick } from "../src/lib/ticks";
import { Visits } from "../src/lib/visits";
import type { Happened } from "../src/lib/types";

const ACTS: Record<string, NonNullable<Happened["scene"]>["act"]> = { Moved: "move", Fought: "fight", StepLost: "loss", Drawn: "die" };

function happened(line: number, kind: string): Happened {
  const act = ACTS[kind];
  const scene = act ? { scene: { act } } : {};
  return { line, kind, text: ["x ", { kind: "hex", number: line, text: "1" }, { kind: "hex", number: line, text: "1" }], rule: "", ...scene };
}

/** A game of so many lines whose view is the number of lines before it. */
function game(lines: number): { client: Client; asked: string[] } {
  const asked: string[] = [];
  const client = { game: "g", state: { lines, view: { turn: 2 } }, events: [happened(2, "Moved"), happened(3, "Fought")] };
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    const [, start, stop] = /start=(\d+)&stop=(\d+)/.exec(path) ?? [];
    const steps = Array.from({ length: Number(stop) - Number(start) }, (_, i) => [[["at"], Number(start) + i + 1]]);
    return Promise.resolve({ status: 200, ok: true, json: () => Promise.resolve({ from: Number(start), state: { at: Number(start) }, steps }) });
  });
  return { client: client as unknown as Client, asked };
}

const stand = (past: Past): number | undefined => (past.state as unknown as { at: number } | null)?.at;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("one looks at any line, and at the present when there are no more", async () => {
  const { client, asked } = game(150);
  const past = new Past(client);
  await past.go(70);
  expect([past.at, stand(past)]).toEqual([70, 70]);
  await past.step(-3);
  expect([past.at, stand(past)]).toEqual([67, 67]);
  await past.go(3);
  expect(stand(past)).toBe(3);
  await past.go(65);
  expect(asked).toHaveLength(2);
  expect(past.events).toEqual([]);
  await past.go(4);
  expect(past.events.map((each) => each.kind)).toEqual(["Fought"]);
  await past.go(150);
  expect([past.at, past.state]).toEqual([null, null]);
});

test("turns are gone to by their beginnings", async () => {
  const past = new Past(game(150).client);
  past.turns = [[1, 0], [2, 40]];
  await past.turn(-1);
  expect(past.at).toBe(40);
  await past.turn(-1);
  expect(past.at).toBe(0);
  await past.turn(1);
  expect(past.at).toBe(40);
  await past.turn(1);
  expect(past.at).toBeNull();
});

test("positions that came as the game went on are not asked for, and the others once", async () => {
  const { client, asked } = game(30);
  const past = new Past(client);
  past.follow();
  client.state = { ...client.state, lines: 33 } as Client["state"];
  past.follow();
  await past.go(30);
  expect(asked).toHaveLength(0);
  // Three lines came at once: each position between them is the exact one.
  await past.go(31);
  expect([past.at, stand(past)]).toEqual([31, 31]);
  await past.go(32);
  expect([past.at, stand(past), asked.length]).toEqual([32, 32, 1]);
  // Later lines are asked for when they are looked at, and not before.
  client.state = { ...client.state, lines: 36 } as Client["state"];
  past.follow();
  await past.go(32);
  expect(asked).toHaveLength(1);
  await past.go(35);
  expect([stand(past), asked.length]).toEqual([35, 2]);
});

test("lines that were taken back are forgotten", async () => {
  const { client, asked } = game(30);
  const past = new Past(client);
  past.follow();
  await past.go(20);
  client.state = { ...client.state, lines: 10 } as Client["state"];
  past.follow();
  expect(past.at).toBeNull();
  await past.go(5);
  expect(asked).toHaveLength(2);
});

test("a bar is the gravest of its lines", () => {
  const events = [happened(0, "Moved"), happened(1, "Fought"), happened(1, "StepLost"), happened(4, "Drawn")];
  expect(bars(events, 5, 100).map((each) => each.tick)).toEqual(["move", "loss", "other", "other", "dice"]);
  expect(bars(events, 5, 3)).toEqual([{ from: 0, tick: "loss" }, { from: 2, tick: "other" }, { from: 4, tick: "dice" }]);
  expect(tick(happened(1, "NobodyKnows"))).toBe("other");
});

test("what happens is told one after the other", () => {
  const ticker = new Ticker();
  ticker.tell([happened(1, "Fought"), happened(1, "StepLost")]);
  expect(ticker.now?.kind).toBe("Fought");
  vi.advanceTimersByTime(1500);
  expect(ticker.now?.kind).toBe("StepLost");
  vi.advanceTimersByTime(1500);
  expect(ticker.now).toBeNull();
  expect(hexesIn(happened(7, "Fought"))).toEqual([7]);
  expect([isTold(happened(1, "Fought")), isTold(happened(1, "Moved"))]).toEqual([true, false]);
});

test("on return one is told from where one left", () => {
  const kept = new Map<string, string>();
  const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) };
  const first = new Visits("g", storage);
  expect([first.missed(9, 1), first.missed(9, 2)]).toEqual([0, null]);
  first.saw(9);
  expect(first.missed(12, 2)).toBeNull();
  expect(new Visits("g", storage).missed(12, 2)).toBe(9);
  expect(new Visits("g", storage).missed(9, 2)).toBeNull();
  expect(new Visits("other", storage).missed(12, 2)).toBeNull();
});
