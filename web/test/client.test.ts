// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Client } from "../src/lib/client.svelte";

/** The other end of every line that a client has opened. */
const lines: Line[] = [];

class Line {
  static readonly OPEN = 1;
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  onopen = (): void => {};
  onmessage = (_: { data: string }): void => {};
  onclose = (_: { code: number; reason: string }): void => {};

  constructor() {
    lines.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {}

  tell(message: unknown): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

/** A client at a table that has something to do there. */
async function seated(): Promise<Client> {
  const client = new Client("g", "ws://here");
  const line = lines[0]!;
  line.onopen();
  line.tell({ type: "state", stamp: "s1", state: { status: "live", decision: { prompts: { allied: ["Act"] } } } });
  line.tell({ type: "ahead", ahead: { seat: "allied", legal: [["end", "end", []]], cut_off: [] } });
  line.tell({ type: "welcome", stamp: "s1", chat: [] });
  await vi.advanceTimersByTimeAsync(0);
  expect([client.status, client.legal.length]).toEqual(["open", 1]);
  return client;
}

beforeEach(() => {
  lines.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Line);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test.each([1006, 4409, 4429])("after %i one comes back with one's stamp", async (code) => {
  const client = await seated();
  lines[0]!.onclose({ code, reason: "come back" });
  expect(client.status).toBe("lost");
  vi.advanceTimersByTime(1000);
  expect(lines).toHaveLength(2);
  lines[1]!.onopen();
  expect(lines[1]!.sent).toEqual([{ type: "hello", stamp: "s1", ahead: true, evening: true }]);
  lines[1]!.tell({ type: "welcome", stamp: "s1", chat: [] });
  expect([client.status, client.legal.length]).toEqual(["open", 1]);
});

test.each([4400, 4401, 4403, 4404])("%i is final: nothing is offered until one tries again", async (code) => {
  const client = await seated();
  lines[0]!.onclose({ code, reason: "you are not signed in: choose a name or sign in first" });
  vi.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(1);
  expect([client.status, client.refusal, client.legal]).toEqual(["refused", "you are not signed in: choose a name or sign in first", []]);
  client.again();
  lines[1]!.onopen();
  expect(lines[1]!.sent).toEqual([{ type: "hello", stamp: "", ahead: true, evening: true }]);
  expect(client.refusal).toBe("");
});

test("an update carries what may be done next: nothing is asked", async () => {
  const client = await seated();
  const ahead = { seat: "allied", legal: [], reach: [{ hex: 7, cost: "1", way: [7], notes: [] }], cut_off: [3] };
  lines[0]!.tell({ type: "update", from: "s1", to: "s2", changes: [], events: [], ahead });
  expect(lines[0]!.sent).toHaveLength(1);
  expect([client.ready, client.legal, client.reach.length, [...client.cutOff]]).toEqual([true, [], 1, [3]]);
});

test("without it the client asks, and again if the line broke", async () => {
  const client = await seated();
  lines[0]!.tell({ type: "update", from: "s1", to: "s2", changes: [], events: [] });
  expect(lines[0]!.sent[1]).toMatchObject({ type: "ask", what: "legal" });
  lines[0]!.onclose({ code: 4409, reason: "come back" });
  await vi.advanceTimersByTimeAsync(1000);
  lines[1]!.onopen();
  expect(lines[1]!.sent).toEqual([{ type: "hello", stamp: "", ahead: true, evening: true }]);
  lines[1]!.tell({ type: "state", stamp: "s2", state: client.state });
  lines[1]!.tell({ type: "welcome", stamp: "s2", chat: [] });
  expect(lines[1]!.sent[1]).toMatchObject({ type: "ask", what: "legal" });
});

test("what changes nothing is done at once, and does not wait for a state that never comes", async () => {
  const client = await seated();
  const done = client.command({ type: "orders", name: "" });
  const id = lines[0]!.sent.at(-1)!["id"];
  lines[0]!.tell({ type: "done", id, stamp: "s1" });
  expect(await done).toMatchObject({ type: "done" });
});

test("a question that the server has no time for is asked again", async () => {
  const client = await seated();
  const asked = client.ask("form");
  lines[0]!.tell({ type: "failed", id: lines[0]!.sent.at(-1)!["id"], code: "too-much", text: "later" });
  await vi.advanceTimersByTimeAsync(1000);
  expect(lines[0]!.sent.filter((each) => each["what"] === "form")).toHaveLength(2);
  lines[0]!.tell({ type: "answer", id: lines[0]!.sent.at(-1)!["id"], what: "form", form: null });
  expect(await asked).toMatchObject({ what: "form" });
});
