// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Acting } from "../src/lib/acting.svelte";
import { Client } from "../src/lib/client.svelte";
import type { BoardInfo, Legal } from "../src/lib/types";

/** The server at the other end: it keeps what it is asked until the test answers. */
class Server {
  static readonly OPEN = 1;
  static last: Server;
  readyState = 1;
  asked: Record<string, unknown>[] = [];
  stamp = 1;
  onopen = (): void => {};
  onmessage = (_: { data: string }): void => {};
  onclose = (_: { code: number; reason: string }): void => {};

  constructor() {
    Server.last = this;
  }

  send(text: string): void {
    this.asked.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {}

  async tell(message: unknown): Promise<void> {
    this.onmessage({ data: JSON.stringify(message) });
    await vi.advanceTimersByTimeAsync(0);
  }

  /** What it was asked of this kind and has not answered. */
  take(kind: string): Record<string, unknown> | undefined {
    const at = this.asked.findIndex((each) => each["what"] === kind || each["type"] === kind);
    return at < 0 ? undefined : this.asked.splice(at, 1)[0];
  }

  /** The state changes: somebody else is asked, or something else. */
  async update(prompt: string): Promise<void> {
    const from = `s${this.stamp++}`;
    await this.tell({ type: "update", from, to: `s${this.stamp}`, changes: [[["decision"], { prompts: { allied: [prompt] } }]], events: [] });
  }

  async done(prompt: string): Promise<void> {
    const id = this.take("do")?.["id"];
    expect(id).toBeDefined();
    await this.update(prompt);
    await this.tell({ type: "done", id, stamp: `s${this.stamp}` });
  }

  /** It says what may be done. */
  async legal(...lines: string[]): Promise<void> {
    const id = this.take("legal")?.["id"];
    expect(id).toBeDefined();
    const legal = lines.map((line) => [line, line.split(" ")[0], line.split(" ").slice(1).map(Number)]);
    await this.tell({ type: "answer", id, what: "legal", seat: "allied", legal });
  }

  get did(): unknown[] {
    return this.asked.filter((each) => each["type"] === "do").map((each) => each["line"]);
  }
}

const VERBS = { advance: { nouns: ["unit", "hex"], role: "place", plain: false }, hold: { nouns: [], role: "", plain: false }, fire: { nouns: ["hex"], role: "commit", plain: false }, pass: { nouns: [], role: "", plain: false },  land: { nouns: ["hex"], role: "place", plain: true }, end: { nouns: [], role: "", plain: false }, next: { nouns: [], role: "", plain: false }, finish: { nouns: [], role: "end", plain: false }, put: { nouns: ["unit", "hex"], role: "place", plain: true }, pick: { nouns: ["unit"], role: "select", plain: true } };
const BOARD = { verbs: VERBS, nouns: {}, units: [], hexes: [], orders: [] } as unknown as BoardInfo;

let close = (): void => {};

/** Somebody at a table who is asked where to land. */
async function seated(): Promise<{ acting: Acting; server: Server }> {
  let acting: Acting | null = null;
  close = $effect.root(() => {
    acting = new Acting(new Client("g", "ws://here"));
    acting.board = BOARD;
  });
  const server = Server.last;
  server.onopen();
  const state = { status: "live", decision: { prompts: { allied: ["First"] } }, view: { units: [] }, undo: {}, request: null };
  await server.tell({ type: "state", stamp: "s1", state });
  await server.tell({ type: "welcome", stamp: "s1", chat: [] });
  await server.legal("land 1", "land 2", "end");
  return { acting: acting as unknown as Acting, server };
}

const wait = async (): Promise<void> => void (await vi.advanceTimersByTimeAsync(0));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Server);
});
afterEach(() => {
  close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a click before it is known what may be done waits for it", async () => {
  const { acting, server } = await seated();
  await server.update("Second");
  void acting.onHex(3);
  await wait();
  expect(server.did).toEqual([]);
  await server.legal("land 3");
  expect(server.did).toEqual(["land 3"]);
});

test("a few answers are all buttons, and to do nothing is the last", async () => {
  const { acting, server } = await seated();
  expect(acting.buttons.map((each) => each[0])).toEqual(["end"]);
  await server.update("Fire?");
  await server.legal("pass", "fire 1", "fire 2");
  expect(acting.buttons.map((each) => each[0])).toEqual(["fire 1", "fire 2", "pass"]);
});

test("in a battle, too, to do nothing is the last answer", async () => {
  const { acting, server } = await seated();
  await server.tell({ type: "update", from: "s1", to: "s2", changes: [[["decision"], { battle: 5, prompts: { allied: ["Advance?"] } }]], events: [] });
  await server.legal("hold", "advance 0 1", "advance 1 1");
  expect(acting.buttons.map((each) => each[0])).toEqual(["advance 0 1", "advance 1 1", "hold"]);
});

test("an action about a unit and a hex says how they belong together", async () => {
  const { acting } = await seated();
  acting.board = { ...BOARD, units: [{ name: "Pz-Rgt 3" }], hexes: [{ number: "2612" }] } as unknown as BoardInfo;
  expect(acting.name(["advance 0 0", "advance", [0, 0]])).toBe("Advance Pz-Rgt 3 into 2612");
  expect(acting.name(["put 0 0", "put", [0, 0]])).toBe("Put Pz-Rgt 3 at 2612");
});

test("a click while another is under way comes after it", async () => {
  const { acting, server } = await seated();
  void acting.onHex(1);
  void acting.onHex(2);
  await wait();
  expect(server.did).toEqual(["land 1"]);
  await server.done("Second");
  expect(server.did).toEqual([]);
  await server.legal("land 2");
  expect(server.did).toEqual(["land 2"]);
});

test("a button counts for what was asked when it was pressed, and for nothing after that", async () => {
  const { acting, server } = await seated();
  void acting.chooseBy(1);
  void acting.chooseBy(1);
  void acting.act("end");
  await wait();
  expect(server.did).toEqual(["end"]);
  await server.done("Second");
  await server.legal("end");
  expect(server.did).toEqual([]);
});

test("a key for a button that is not yet known is for the one that comes", async () => {
  const { acting, server } = await seated();
  await server.update("Second");
  void acting.chooseBy(1);
  await wait();
  expect(server.did).toEqual([]);
  await server.legal("next");
  expect(server.did).toEqual(["next"]);
});

test("what still waits when everything is let go is not done", async () => {
  const { acting, server } = await seated();
  await server.update("Second");
  void acting.onHex(3);
  acting.release();
  await server.legal("land 3");
  expect(server.did).toEqual([]);
});

test("a click when the line breaks does not wait for ever", async () => {
  const { acting, server } = await seated();
  await server.update("Second");
  let ended = false;
  void acting.act("end").then(() => (ended = true));
  await wait();
  server.readyState = 3;
  server.onclose({ code: 1006, reason: "" });
  await wait();
  expect(ended).toBe(true);
  expect(acting.failed).not.toBe("");
});

test("what may be done is asked again when the server had no answer", async () => {
  const { server } = await seated();
  await server.update("Second");
  await server.tell({ type: "failed", id: server.take("legal")?.["id"], code: "too-much", text: "too much" });
  await vi.advanceTimersByTimeAsync(1000);
  await server.legal("land 3");
});

test("what is not about the position is said again when the position has changed", async () => {
  const { acting, server } = await seated();
  void acting.tell({ type: "concede" });
  await wait();
  const first = server.take("concede");
  await server.update("Second");
  await server.tell({ type: "failed", id: first?.["id"], code: "stale", text: "stale" });
  expect(server.take("concede")).toMatchObject({ at: "s2" });
});

test("in a set-up the unit that is named is picked, and then the next", async () => {
  const { acting, server } = await seated();
  await server.update("Set up unit 3");
  await server.legal("put 3 7", "put 3 8", "pick 4", "pick 5");
  acting.settle();
  expect(acting.picked).toBe(3);
  expect([...acting.points.hexes.keys()]).toEqual([7, 8]);
  await server.update("Set up unit 4");
  await server.legal("put 4 9", "pick 3", "pick 5");
  acting.settle();
  expect(acting.picked).toBe(4);
  await server.update("All are set up");
  await server.legal("end", "pick 3", "pick 4", "pick 5");
  acting.picked = null;
  acting.settle();
  expect(acting.picked).toBeNull();
});

test("a warning is answered by its own key: the key or the click that asked for the end is none", async () => {
  const { acting, server } = await seated();
  const ahead = { seat: "allied", legal: [["finish", "finish", []]], cut_off: [], todo: [{ text: ["3 units can still move"], warns: true, hexes: [], units: [], code: "move" }] };
  await server.tell({ type: "update", from: "s1", to: "s2", changes: [[["heading"], "Move"]], events: [], ahead });
  const again = [() => acting.chooseBy(1), () => acting.act("finish"), () => acting.chooseBy(2)];
  for (const press of [() => acting.chooseBy(1), ...again, ...again]) {
    await press();
    expect(acting.giving).toHaveLength(1);
  }
  expect(server.did).toEqual([]);
  void acting.confirm();
  await wait();
  expect(server.did).toEqual(["finish"]);
});

test("once warned, the end needs no second warning in the phase", async () => {
  const { acting, server } = await seated();
  const ahead = { seat: "allied", legal: [["finish", "finish", []]], cut_off: [], todo: [{ text: ["3 units can still move"], warns: true, hexes: [], units: [], code: "move" }] };
  await server.tell({ type: "update", from: "s1", to: "s2", changes: [[["heading"], "Move"]], events: [], ahead });
  await acting.confirm();
  await acting.chooseBy(1);
  acting.release();
  expect(server.did).toEqual([]);
  void acting.chooseBy(1);
  await wait();
  expect(server.did).toEqual(["finish"]);
});

test("after a warning the end warns again of what is new, and of nothing else", async () => {
  const { acting, server } = await seated();
  const left = (code: string, hexes: number[]): object => ({ text: [code], warns: true, hexes, units: [], code });
  let state = 1;
  const told = async (...todo: object[]): Promise<void> => {
    const ahead = { seat: "allied", legal: [["finish", "finish", []]], cut_off: [], todo };
    await server.tell({ type: "update", from: `s${state}`, to: `s${++state}`, changes: [[["heading"], "Move"]], events: [], ahead });
  };
  const warned = async (): Promise<number> => {
    await acting.chooseBy(1);
    const count = acting.giving.length;
    acting.release();
    return count;
  };
  await told(left("move", []), left("guard", [3, 4]));
  expect(await warned()).toBe(2);
  await told(left("guard", [4, 5]));
  expect(await warned()).toBe(1);
  expect(server.did).toEqual([]);
  await told(left("move", []), left("guard", [3]));
  void acting.chooseBy(1);
  await wait();
  expect(server.did).toEqual(["finish"]);
});

test("the only unit that can be placed stays in hand, and of several the hex offers them", async () => {
  const { acting, server } = await seated();
  const asked = async (...lines: string[]): Promise<void> => {
    await server.update(lines.join());
    await server.legal(...lines);
    acting.settle();
  };
  await asked("put 4 7", "put 4 8");
  expect(acting.picked).toBe(4);
  await acting.onUnit(4);
  expect(acting.picked).toBe(4);
  await asked("put 4 7", "put 5 7", "put 5 8", "end");
  acting.release();
  await acting.onHex(7);
  expect(acting.choices.map((each) => each.key)).toEqual(["put 4 7", "put 5 7"]);
  await acting.onHex(8);
  expect(acting.choices.map((each) => each.key)).toEqual(["put 5 8"]);
  expect(server.did).toEqual([]);
  await acting.onUnit(5);
  await acting.onUnit(5);
  expect(acting.picked).toBeNull();
  await asked(...Array.from({ length: 10 }, (_, unit) => `put ${unit} 7`));
  acting.release();
  await acting.onHex(7);
  expect([acting.choices, acting.failed]).toEqual([[], expect.stringContaining("Pick one first")]);
});

test("the button that holds a hex says what it means in this decision", async () => {
  const { acting, server } = await seated();
  const hold = ["hold", "hold", []] as unknown as Legal;
  const said = [];
  for (const kind of ["Advance", "Retreat"]) {
    const from = `s${server.stamp++}`;
    await server.tell({ type: "update", from, to: `s${server.stamp}`, changes: [[["decision"], { kind, prompts: { allied: [kind] } }]], events: [] });
    said.push(acting.name(hold));
  }
  expect(said).toEqual(["Do not advance", "Stay"]);
});
