import { changed } from "./changes";
import { texts } from "./texts";
import type { Ahead, ChatLine, Gather, Happened, Legal, Reached, TableState, Todo } from "./types";
import type { Done, Evening, Failed, Question, Refused, ServerMessage } from "./wire";

type Answer = Extract<ServerMessage, { type: "answer" }>;

/** The type of the answer to each question about the game. */
type AnswerTo<What extends Question["what"]> = Extract<Answer, { what: What }>;

export type Reply = Done | Refused | Failed | Answer;

const [AGAIN_MS, TRIES] = [1000, 5];
/**
 * Codes of a closed socket: those from the first to the last are final, except one after which the
 * client reconnects.
 */
const [REFUSED, BUSY, COME_BACK] = [4400, 4429, 4409];

/** Error codes of a question that the server has no time for now. */
const LATER: ReadonlySet<string> = new Set(["too-much", "unavailable"]);

/** A person's post, as far as it decides which page they see. */
function postOf(evening: Evening): string {
  return [evening.role, ...(evening.role === "team" ? evening.teams : [])].join(" ");
}

/** A game on the server: keeps the state, sends commands, and reconnects. */
export class Client {
  state = $state.raw<TableState | null>(null);
  events = $state.raw<Happened[]>([]);
  /** The events of the last update. */
  fresh = $state.raw<Happened[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  /** The players who are here, and the spectators; null for umpired games. */
  present = $state.raw<{ seats: readonly string[]; watching: readonly string[] } | null>(null);
  /** The people around an umpired game, its clock and its news; null for other games. */
  evening = $state.raw<Evening | null>(null);
  legal = $state.raw<Legal[]>([]);
  /** The reach of the moving unit. */
  reach = $state.raw<Reached[]>([]);
  /** The attack that is being gathered, and the units that could still join or leave it. */
  gather = $state.raw<Gather | null>(null);
  /** What remains to do in the phase, while it can be ended. */
  todo = $state.raw<Todo[]>([]);
  /** In the middle of a battle: the consequences of each line. */
  leads = $state.raw<NonNullable<Ahead["leads"]>>({});
  /** Units without supply or without a line of communication. */
  cutOff = $state.raw(new Set<number>());
  /** Whether `legal` belongs to the state that is shown. */
  ready = $state(false);
  status = $state<"connecting" | "waiting" | "open" | "lost" | "refused">("connecting");
  refusal = $state("");
  /** How often lines were undone or taken back. */
  cuts = $state(0);
  /** Whether this table accepts actions at all. */
  readonly live = $derived.by(() => this.status !== "refused" && this.state?.status !== "adjourned");

  /** The server's stopwatch minus ours, in milliseconds. */
  private ahead = 0;
  private readying: (() => void)[] = [];
  private socket: WebSocket | null = null;
  private stamp = "";
  private count = 0;
  private closed = false;
  private retry = false;
  private readonly name = crypto.randomUUID().slice(0, 13);
  private readonly open = new Map<string, (reply: Reply) => void>();
  /** The stamp at the oldest unanswered command, and the stamps since then. */
  private seen: string[] = [];
  /** Commands that were done but whose state has not arrived. */
  private done: { stamp: string; tell: () => void }[] = [];

  constructor(
    readonly game: string,
    private readonly address = defaultAddress(game),
  ) {
    this.connect();
  }

  /** The time of the server's stopwatch, which clocks use. */
  now(): number {
    return performance.now() + this.ahead;
  }

  /** Send a command (a line, undo, agree ...) and wait for the answer. */
  command(command: Record<string, unknown>): Promise<Reply> {
    return this.send({ ...command, at: this.stamp });
  }

  /** Ask a question that changes nothing, and repeat it if the server is busy; `null` without an answer. */
  async ask<What extends Question["what"]>(what: What, extra: Omit<Partial<Question>, "type" | "id" | "what"> = {}): Promise<AnswerTo<What> | null> {
    let reply = await this.send({ type: "ask", what, ...extra });
    for (let again = 0; again < TRIES && reply.type === "failed" && LATER.has(reply.code); again++) {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      reply = await this.send({ type: "ask", what, ...extra });
    }
    return reply.type === "answer" && reply.what === what ? (reply as AnswerTo<What>) : null;
  }

  /** Wait until the legal actions are known. While the connection is broken nothing waits. */
  async whenReady(): Promise<void> {
    if (!this.ready && this.status !== "lost" && this.status !== "refused") await new Promise<void>((resolve) => this.readying.push(resolve));
  }

  /** Send a chat message to the own room. An umpire names a team's room, and others may name another room. */
  say(text: string, seat = "", room = ""): Promise<Reply> {
    return this.send({ type: "chat", text, ...(seat ? { seat } : {}), ...(room ? { room } : {}) });
  }

  /** Do something in the evening that is not a move: claim a card, write on the sheet, set the clock. */
  act(message: Record<string, unknown>): Promise<Reply> {
    return this.send(message);
  }

  /** Take in earlier events. Events that arrived meanwhile stay. */
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
      if (this.open.size === 0 && this.done.length === 0) this.seen = [this.stamp]; // Chat and the like change nothing, so they need no state.
      this.open.set(id, resolve);
      this.socket.send(JSON.stringify({ ...message, id }));
    });
  }

  /** Connect again after a refusal. */
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
    this.present = null;
    this.letGo();
    if (!this.ready) this.stamp = ""; // The question for legal actions failed: request the whole state, and ask again.
    setTimeout(() => {
      if (!this.closed) this.connect();
    }, AGAIN_MS);
  }

  private take(message: ServerMessage): void {
    switch (message.type) {
      case "state":
        this.state = message.state as TableState;
        this.stamp = message.stamp;
        this.ready = false; // The legal actions come next.
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
        // Another post has another page: it is opened afresh.
        if (this.evening && postOf(this.evening) !== postOf(message.evening)) location.reload();
        this.evening = message.evening;
        break;
      case "present":
        this.present = message;
        break;
      case "pong":
        break;
      default:
        if (message.id !== null) this.answered(message.id, message);
    }
  }

  /** Deliver a reply. A command counts as done when its state has arrived too, in either order. */
  private answered(id: string, reply: Reply): void {
    const tell = this.open.get(id);
    this.open.delete(id);
    if (!tell) return;
    if (reply.type === "done" && reply.stamp && this.seen.every((each) => each !== reply.stamp)) {
      this.done.push({ stamp: reply.stamp, tell: () => tell(reply) });
    } else tell(reply);
  }

  /** Note that a state has arrived; forget all awaited ones after a whole state or a reconnection. */
  private arrived(stamp: string | null): void {
    this.seen = stamp === null ? [this.stamp] : [...this.seen, stamp];
    const here = this.done.filter((each) => stamp === null || each.stamp === stamp);
    this.done = this.done.filter((each) => !here.includes(each));
    for (const each of here) each.tell();
  }

  /** Take in the legal actions that come with every update. */
  private know(ahead: Ahead): void {
    this.legal = ahead.legal;
    this.reach = ahead.reach ?? [];
    this.gather = ahead.gather ?? null;
    this.leads = ahead.leads ?? {};
    this.todo = ahead.todo ?? [];
    this.cutOff = new Set(ahead.cut_off);
    this.known();
  }

  /** Ask for the legal actions if the update did not have them. */
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
