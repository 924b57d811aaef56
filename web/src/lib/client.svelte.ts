import { changed } from "./changes";
import { texts } from "./texts";
import type { Ahead, ChatLine, Gather, Happened, Legal, Reached, TableState, Todo } from "./types";
import type { Done, Evening, Failed, Question, Refused, ServerMessage } from "./wire";

type Answer = Extract<ServerMessage, { type: "answer" }>;

/** What answers a question about the game, by what was asked. */
type AnswerTo<What extends Question["what"]> = Extract<Answer, { what: What }>;

export type Reply = Done | Refused | Failed | Answer;

const [AGAIN_MS, TRIES] = [1000, 5];
/** Codes of a socket that is closed: refused for good from one to the other, but to come back with one. */
const [REFUSED, BUSY, COME_BACK] = [4400, 4429, 4409];

/** Codes of a question that the server has no time for now, and may have later. */
const LATER: ReadonlySet<string> = new Set(["too-much", "unavailable"]);

/** A game at a distance: keeps the state, sends commands, comes back when the line breaks. */
export class Client {
  state = $state.raw<TableState | null>(null);
  events = $state.raw<Happened[]>([]);
  /** What happened with the last update. */
  fresh = $state.raw<Happened[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  /** The people around an umpired game, its clock and its news; none at other games. */
  evening = $state.raw<Evening | null>(null);
  legal = $state.raw<Legal[]>([]);
  /** How far the unit under way can go. */
  reach = $state.raw<Reached[]>([]);
  /** The attack that is being gathered, with those who could still join or be left out. */
  gather = $state.raw<Gather | null>(null);
  /** What is left to do in the phase, while it can be ended. */
  todo = $state.raw<Todo[]>([]);
  /** In the middle of a battle: what each line leads to. */
  leads = $state.raw<NonNullable<Ahead["leads"]>>({});
  /** Who is out of supply, or has no line of communication. */
  cutOff = $state.raw(new Set<number>());
  /** Whether `legal` is about the state that is shown. */
  ready = $state(false);
  status = $state<"connecting" | "waiting" | "open" | "lost" | "refused">("connecting");
  refusal = $state("");
  /** How often lines were undone or taken back. */
  cuts = $state(0);
  /** Whether anything can be done at this table at all. */
  readonly live = $derived.by(() => this.status !== "refused" && this.state?.status !== "adjourned");

  /** The server's stopwatch less ours, in milliseconds. */
  private ahead = 0;
  private readying: (() => void)[] = [];
  private socket: WebSocket | null = null;
  private stamp = "";
  private count = 0;
  private closed = false;
  private retry = false;
  private readonly name = crypto.randomUUID().slice(0, 13);
  private readonly open = new Map<string, (reply: Reply) => void>();
  /** The stamp at the oldest command without an answer, and those that have come since. */
  private seen: string[] = [];
  /** What was done, until the state that it led to has come. */
  private done: { stamp: string; tell: () => void }[] = [];

  constructor(
    readonly game: string,
    private readonly address = defaultAddress(game),
  ) {
    this.connect();
  }

  /** The time of the server's stopwatch, by which clocks run. */
  now(): number {
    return performance.now() + this.ahead;
  }

  /** Do a line, undo, agree...; answers when the server has. */
  command(command: Record<string, unknown>): Promise<Reply> {
    return this.send({ ...command, at: this.stamp });
  }

  /** Ask something that changes nothing, again if the server has no time; `null` without an answer. */
  async ask<What extends Question["what"]>(what: What, extra: Omit<Partial<Question>, "type" | "id" | "what"> = {}): Promise<AnswerTo<What> | null> {
    let reply = await this.send({ type: "ask", what, ...extra });
    for (let again = 0; again < TRIES && reply.type === "failed" && LATER.has(reply.code); again++) {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      reply = await this.send({ type: "ask", what, ...extra });
    }
    return reply.type === "answer" && reply.what === what ? (reply as AnswerTo<What>) : null;
  }

  /** Waits until it is known what may be done now; while the line is broken nobody waits. */
  async whenReady(): Promise<void> {
    if (!this.ready && this.status !== "lost" && this.status !== "refused") await new Promise<void>((resolve) => this.readying.push(resolve));
  }

  /** Say something in one's own room; an umpire names the team whose room it is, others a room. */
  say(text: string, seat = "", room = ""): Promise<Reply> {
    return this.send({ type: "chat", text, ...(seat ? { seat } : {}), ...(room ? { room } : {}) });
  }

  /** Do something of the evening that is no move: claim a card, write on the sheet, set the clock. */
  act(message: Record<string, unknown>): Promise<Reply> {
    return this.send(message);
  }

  /** Hear what happened before; what came since this was told stays. */
  remember(story: readonly Happened[]): void {
    const last = story.at(-1)?.line ?? -1;
    this.events = [...story, ...this.events.filter((each) => each.line > last)];
  }

  close(): void {
    this.closed = true;
    this.socket?.close();
  }

  private send(message: Record<string, unknown>): Promise<Reply> {
    const id = `${this.name}-${++this.count}`;
    return new Promise((resolve) => {
      if (this.socket?.readyState !== WebSocket.OPEN) {
        resolve({ type: "failed", id, code: "lost", text: texts.lineBroken });
        return;
      }
      if (this.open.size === 0 && this.done.length === 0) this.seen = [this.stamp]; // what changes nothing is done at once
      this.open.set(id, resolve);
      this.socket.send(JSON.stringify({ ...message, id }));
    });
  }

  /** Try once more, after having been refused. */
  again(): void {
    if (this.status !== "refused") {
      this.retry = true;
      return;
    }
    this.status = "connecting";
    this.refusal = this.stamp = "";
    this.connect();
  }

  private connect(): void {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", stamp: this.stamp, ahead: true, evening: true }));
    socket.onmessage = (event: MessageEvent<string>) => this.take(JSON.parse(event.data) as ServerMessage);
    socket.onclose = (event) => this.lost(event);
  }

  private lost(event: CloseEvent): void {
    for (const resolve of this.open.values()) {
      resolve({ type: "failed", id: null, code: "lost", text: texts.lineBroke });
    }
    this.open.clear();
    this.arrived(null);
    if (this.closed) return;
    if (event.code >= REFUSED && event.code < BUSY && event.code !== COME_BACK) {
      this.status = "refused";
      this.refusal = event.reason;
      this.legal = [];
      this.letGo();
      if (this.retry) this.again();
      this.retry = false;
      return;
    }
    this.status = "lost";
    this.letGo();
    if (!this.ready) this.stamp = ""; // what may be done was asked in vain: all is told anew, and asked
    setTimeout(() => {
      if (!this.closed) this.connect();
    }, AGAIN_MS);
  }

  private take(message: ServerMessage): void {
    switch (message.type) {
      case "state":
        this.state = message.state as TableState;
        this.stamp = message.stamp;
        this.ready = false; // what may be done comes next
        this.arrived(null);
        break;
      case "update":
        if (message.from !== this.stamp || this.state === null) {
          this.stamp = "";
          this.socket?.close();
          return;
        }
        this.state = changed(this.state, message.changes);
        this.stamp = message.to;
        if (message.cut !== undefined) {
          const cut = message.cut;
          this.cuts++;
          this.events = this.events.filter((each) => each.line < cut);
        }
        this.events = [...this.events, ...message.events];
        this.fresh = message.events;
        if (message.ahead) this.know(message.ahead);
        else void this.ponder();
        this.arrived(message.to);
        break;
      case "ahead":
        this.know(message.ahead);
        break;
      case "welcome":
        this.status = "open";
        this.ahead = message.now - performance.now();
        this.chat = message.chat;
        if (!this.ready) void this.ponder();
        break;
      case "waiting":
        this.status = "waiting";
        break;
      case "chat":
        this.chat = [...this.chat, message];
        break;
      case "evening":
        this.evening = message.evening;
        break;
      case "pong":
        break;
      default:
        if (message.id !== null) this.answered(message.id, message);
    }
  }

  /** Hand on a reply; what was done is told when its state is here, in whichever order they come. */
  private answered(id: string, reply: Reply): void {
    const tell = this.open.get(id);
    this.open.delete(id);
    if (!tell) return;
    if (reply.type === "done" && reply.stamp && this.seen.every((each) => each !== reply.stamp)) {
      this.done.push({ stamp: reply.stamp, tell: () => tell(reply) });
    } else tell(reply);
  }

  /** A state has come; none of those awaited, if the whole state came or the line broke. */
  private arrived(stamp: string | null): void {
    this.seen = stamp === null ? [this.stamp] : [...this.seen, stamp];
    const here = this.done.filter((each) => stamp === null || each.stamp === stamp);
    this.done = this.done.filter((each) => !here.includes(each));
    for (const each of here) each.tell();
  }

  /** Take in what may be done now, which comes with every update. */
  private know(ahead: Ahead): void {
    this.legal = ahead.legal;
    this.reach = ahead.reach ?? [];
    this.gather = ahead.gather ?? null;
    this.leads = ahead.leads ?? {};
    this.todo = ahead.todo ?? [];
    this.cutOff = new Set(ahead.cut_off);
    this.known();
  }

  /** Ask what may be done, if the server could not tell it with the update. */
  private async ponder(): Promise<void> {
    const stamp = this.stamp;
    this.ready = false;
    const reply = await this.send({ type: "ask", what: "legal" });
    if (stamp !== this.stamp) return;
    if (reply.type === "failed" && LATER.has(reply.code)) {
      setTimeout(() => {
        if (stamp === this.stamp && this.status === "open" && !this.ready) void this.ponder();
      }, AGAIN_MS);
      return;
    }
    const told = reply.type === "answer" && reply.what === "legal" ? reply : null;
    this.know({ seat: told?.seat ?? "", legal: told?.legal ?? [], cut_off: [] });
  }

  private known(): void {
    this.ready = true;
    this.letGo();
  }

  private letGo(): void {
    for (const resolve of this.readying.splice(0)) resolve();
  }
}

function defaultAddress(game: string): string {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${location.host}/api/games/${game}/socket`;
}
