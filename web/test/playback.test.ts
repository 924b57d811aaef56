// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Client } from "../src/lib/client.svelte";
import { Past } from "../src/lib/past.svelte";
import { hurry, lasts, Playback } from "../src/lib/playback.svelte";
import type { Happened, Weighed } from "../src/lib/types";

const FIGHT: Weighed = { title: ["Attack"], parts: [], odds: "3:1", rule: "", faces: ["AS", "AS", "SM", "EX", "DR", "DS"], results: [], taken: null, held: null, notes: [] };

function event(line: number, scene?: Happened["scene"]): Happened {
  return { line, kind: "X", text: [String(line)], rule: "", ...(scene ? { scene } : {}) };
}

/** A game of four lines: a unit marches over three hexes, is stopped, fights, and loses a step. */
function watching(told?: Happened[], lit: readonly number[][] = []): { playback: Playback; past: Past; seen: readonly number[][]; somewhere: readonly number[][] } {
  const events = told ?? [
    event(0, { act: "move", units: [1], hexes: [10, 11, 12] }),
    event(0, { act: "stop", units: [1], hexes: [12] }),
    event(1, { act: "fight", hexes: [13], die: 5, result: "DR", fight: FIGHT }),
    event(2, { act: "loss", units: [1], hexes: [12] }),
    event(3),
  ];
  const states = [0, 1, 2, 3, 4].map((lines) => ({ lines, shown: { lit: lit[lines] ?? [] }, view: { units: [[5, 1], [lines ? 12 : 10, 2]] } }));
  const client = { game: "g", cuts: 0, state: states[0] as unknown, events } as unknown as Client;
  const past = new Past(client);
  for (const state of states) {
    client.state = state as unknown as Client["state"];
    past.follow();
  }
  const seen: number[][] = [];
  const somewhere: number[][] = [];
  const camera = { all: (hexes: readonly number[]) => void seen.push([...hexes]), some: (hexes: readonly number[]) => void somewhere.push([...hexes]) };
  return { playback: new Playback(client, past, camera), past, seen, somewhere };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What is seen, step by step of time, without what is seen twice in a row. */
async function watch<T>(look: () => T): Promise<T[]> {
  const found: T[] = [];
  for (let i = 0; i < 400; i++) {
    const now = look();
    if (JSON.stringify(found.at(-1)) !== JSON.stringify(now)) found.push(now);
    await vi.advanceTimersByTimeAsync(40);
  }
  return found;
}

test("a counter goes along its path, is stopped, and the battle is thrown before it is told", async () => {
  const { playback, past, seen } = watching();
  const played = playback.play(0);
  await vi.advanceTimersByTimeAsync(1);
  const shown = await watch(() => [past.at, playback.moved.get(1), playback.stops[0], playback.battle?.thrown, playback.battle?.after.length, playback.struck.size]);
  await played;
  expect(shown).toEqual([
    [0, 10, undefined, undefined, undefined, 0],
    [0, 11, undefined, undefined, undefined, 0],
    [0, 12, undefined, undefined, undefined, 0],
    [0, 12, 12, undefined, undefined, 0],
    [1, undefined, undefined, false, 0, 0],
    [1, undefined, undefined, true, 0, 0],
    [2, undefined, undefined, true, 1, 1],
    [3, undefined, undefined, undefined, undefined, 0],
    [null, undefined, undefined, undefined, undefined, 0],
  ]);
  expect(seen[0]).toEqual([10, 12]);
  expect(playback.running).toBe(false);
});

test("when another command acts the map goes to its units, once", async () => {
  const { playback, somewhere } = watching(undefined, [[], [0, 1], [0, 1], [1]]);
  await Promise.all([playback.play(0), vi.advanceTimersByTimeAsync(60_000)]);
  expect(somewhere).toEqual([[5, 12], [12]]);
});

test("a card stays for what came of its battle, and goes when another begins", async () => {
  const { playback } = watching();
  const at = (hex: number) => [{ kind: "hex", number: hex, text: String(hex) }] as Happened["text"];
  await Promise.all([
    playback.tell([
      event(1, { act: "fight", hexes: [13], die: 5, result: "DR", fight: FIGHT }),
      { ...event(1), text: at(13) },
      event(1, { act: "loss", units: [1], hexes: [13] }),
    ]),
    vi.advanceTimersByTimeAsync(2000),
  ]);
  expect(playback.battle?.after.length).toBe(2);
  await playback.tell([event(2, { act: "fight", units: [0], hexes: [14] })]);
  expect(playback.battle).toBeNull();
});

test("it stands still while paused, goes on by one thing, and is skipped", async () => {
  const { playback, past } = watching();
  void playback.play(0);
  await vi.advanceTimersByTimeAsync(10);
  playback.toggle();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([past.at, playback.now?.scene?.act]).toEqual([0, "move"]);
  playback.step();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([past.at, playback.now?.scene?.act]).toEqual([1, "stop"]);
  playback.toggle();
  await vi.advanceTimersByTimeAsync(1000);
  expect([past.at, playback.battle?.thrown]).toEqual([1, false]);
  playback.end();
  expect([past.at, playback.running, playback.battle]).toEqual([null, false, null]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(past.at).toBeNull();
});

test("whoever stops it at the last thing may look at it, and is in the present when it goes on", async () => {
  const { playback, past } = watching();
  void playback.play(3);
  await vi.advanceTimersByTimeAsync(10);
  playback.toggle();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([past.at, playback.running]).toEqual([3, true]);
  playback.toggle();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([past.at, playback.running]).toEqual([null, false]);
});

test("eight times as fast takes an eighth, and a long story is hurried", async () => {
  const times: number[] = [];
  for (const speed of [1, 8]) {
    const { playback } = watching();
    playback.choose(speed);
    const from = Date.now();
    void playback.play(0);
    while (playback.running) await vi.advanceTimersByTimeAsync(5);
    times.push(Date.now() - from);
  }
  expect((times[0] ?? 0) / (times[1] ?? 1)).toBeGreaterThan(6);
  const one = event(0);
  expect([hurry([one]), hurry(Array.from({ length: 5000 }, () => one)) > 1]).toEqual([1, true]);
  expect(lasts(event(0, { act: "fight", fight: FIGHT }))).toBeGreaterThan(lasts(one));
});

test("of one's own battle the die is thrown while one goes on", async () => {
  const { playback, past } = watching();
  void playback.tell([event(1, { act: "fight", hexes: [13], die: 5, result: "DR", fight: FIGHT }), event(1, { act: "retreat", units: [0], hexes: [9] })]);
  expect([playback.battle?.thrown, playback.battle?.after.length, past.at]).toEqual([false, 1, null]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(playback.battle?.thrown).toBe(true);
  void playback.tell([event(2, { act: "move", units: [1], hexes: [1, 2] })]);
  expect(playback.battle).toBeNull();
});

test("what the other side answers in one's battle is no replay, and everything else is", async () => {
  const { playback } = watching();
  const others = (each: Happened) => each.by === "german";
  const fought = event(1, { act: "fight", hexes: [13], die: 5, result: "DS", fight: FIGHT });
  const loss = { ...event(2, { act: "loss", units: [0], hexes: [13] }), by: "german" };
  const move = { ...event(3, { act: "move", units: [0], hexes: [13, 14] }), by: "german" };
  expect(playback.answers([loss], others)).toBe(false);
  expect([[fought, loss], [{ ...event(0), by: "german" }, fought], [fought, loss, move]].map((each) => playback.answers(each, others))).toEqual([true, false, false]);
  void playback.tell([fought]);
  expect([[loss], [move], [loss, move]].map((each) => playback.answers(each, others))).toEqual([true, false, false]);
});

test("fire is shown from the guns to what they hit", async () => {
  const { playback } = watching([event(1, { act: "fire", units: [0], targets: [1], hexes: [12] })]);
  const played = playback.play(1);
  await vi.advanceTimersByTimeAsync(1);
  const shown = await watch(() => [playback.shot, playback.struck.has(1)]);
  await played;
  expect(shown).toEqual([[{ from: 5, to: 12 }, true], [null, false]]);
});
