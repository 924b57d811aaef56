import { texts } from "./texts";
import type { CastLine } from "./evening";
import type { Cast, Clearances, LateTruth, RoadWay, Screen, ScreenLink, Survey } from "./wire";
import type { Accounts, Analysis, BoardInfo, Change, Chart, Happened, HexText, Myself, Notice, Offered, RatedPlayer, Report, Rules, RuleText, SeenState, Summary, TournamentState } from "./types";

/** A refusal by the server, in its own words. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    text: string,
  ) {
    super(text);
  }
}

/** The refusal in a response. */
async function refused(answer: Response): Promise<Refused> {
  const { code, text } = (await answer.json()) as { code: string; text: string };
  return new Refused(code, text);
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method, credentials: "same-origin" };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { "Content-Type": "application/json" };
  }
  const answer = await fetch(path, init);
  if (answer.status === 204) return undefined as T;
  if (!answer.ok) throw await refused(answer);
  return (await answer.json()) as T;
}

export interface NewGame {
  game: string;
  scenario?: string;
  seats: Record<string, string>;
  name?: string;
  options?: Record<string, string>;
  clock?: { kind: string; seconds: number };
  dice?: string;
  rated?: boolean;
  /** Whether everybody on the server sees it in the list of open tables. */
  public?: boolean;
  /** The side that both players want and bid for. */
  bids?: string;
  /** The number of turns by which spectators of an umpired game see the truth late. */
  late?: number;
  entropy?: string;
}

export const api = {
  me: () => call<Myself>("GET", "/api/me"),
  signIn: (account: string, password: string) => call<unknown>("POST", "/api/sessions", { account, password }),
  becomeMember: (body: { invitation: string; account: string; password: string; name: string }) =>
    call<unknown>("POST", "/api/members", body),
  setPassword: (secret: string, password: string) => call<unknown>("POST", "/api/passwords", { secret, password }),
  notices: () => call<Notice[]>("GET", "/api/notices"),
  putAway: (id: number) => call<undefined>("DELETE", `/api/notices/${id}`),
  /** Change my name, or the address to which mail is sent when it is my turn. */
  changeMe: (changes: { name: string; email?: string }) => call<undefined>("PATCH", "/api/me", changes),
  comeIn: (name: string) => call<{ person: string }>("POST", "/api/people", { name }),
  rules: () => call<Rules[]>("GET", "/api/rules"),
  rule: (game: string, cited: string) => call<RuleText[]>("GET", `/api/rules/${game}/${encodeURIComponent(cited)}`),
  allRules: (game: string) => call<RuleText[]>("GET", `/api/rules/${game}`),
  charts: (game: string) => call<Chart[]>("GET", `/api/rules/${game}/charts/all`),
  /** Create a first battle of a game, with its guide and the opponent that it names. */
  learn: async (game: Rules) => {
    const scenario = game.scenarios.find((each) => each.guide);
    const guide = scenario?.guide;
    if (!scenario || !guide) throw new Refused("unknown", texts.learn);
    const seats = Object.fromEntries(game.seats.map((seat) => [seat, seat === guide.seat ? "me" : guide.opponent]));
    return (await call<Summary>("POST", "/api/games", { game: game.id, scenario: scenario.id, name: scenario.title, seats, dice: "held" })).id;
  },
  games: () => call<Summary[]>("GET", "/api/games"),
  game: (id: string) => call<Summary>("GET", `/api/games/${id}`),
  lay: (body: NewGame) => call<Summary>("POST", "/api/games", body),
  /** Public tables: where a seat is free, and games to watch. */
  tables: () => call<Offered[]>("GET", "/api/tables"),
  /** Take a free seat of a public table. */
  takeSeat: (id: string, seat: string) => call<Summary>("POST", `/api/games/${id}/join`, { seat }),
  /** List a table of mine for everybody, or take it off the list. */
  offer: (id: string, open: boolean) => call<Summary>("POST", `/api/games/${id}/offer`, { public: open }),
  join: (id: string, secret: string) => call<Summary>("POST", `/api/games/${id}/join`, { secret }),
  /** Take the post of a link: an umpire's, or one at a headquarters. */
  takePost: (id: string, secret: string) => call<Summary>("POST", `/api/games/${id}/umpire`, { secret }),
  leavePost: (id: string) => call<undefined>("POST", `/api/games/${id}/leave`, {}),
  cast: (id: string, people: CastLine[]) => call<Cast>("POST", `/api/games/${id}/cast`, { people }),
  /** The posts that were offered, and who has taken them. */
  clearances: (id: string) => call<Clearances>("GET", `/api/games/${id}/clearances`),
  /** Remove somebody from their post. */
  removePost: (id: string, person: string) => call<undefined>("DELETE", `/api/games/${id}/clearances/${person}`),
  fillSeats: (id: string) => call<undefined>("POST", `/api/games/${id}/commanders`, {}),
  makeScreen: (id: string) => call<ScreenLink>("POST", `/api/games/${id}/screen`, {}),
  /** The contents of the big screen, for anyone who has its secret. */
  screen: async (id: string, secret: string) => {
    const answer = await fetch(`/api/games/${id}/screen`, { headers: { "X-Screen": secret } });
    if (!answer.ok) throw await refused(answer);
    return (await answer.json()) as Screen;
  },
  /** Make a new link for a free seat. The previous link stops working. */
  link: (id: string, seat: string) => call<{ secret: string }>("POST", `/api/games/${id}/links`, { seat }),
  /** Bid for the side that both players want. */
  bid: (id: string, points: number) => call<Summary>("POST", `/api/games/${id}/bid`, { points }),
  /** Create a table from a save, with links to its seats. */
  bring: (save: string) => call<Summary>("POST", "/api/games/import", { save }),
  /** Take the seats that are kept for me. */
  sitDown: (id: string) => call<Summary>("POST", `/api/games/${id}/join`, {}),
  rematch: (id: string, swap: boolean) => call<Summary>("POST", `/api/games/${id}/rematch`, { swap }),
  players: (game: string) => call<RatedPlayer[]>("GET", `/api/players/${game}`),
  tournaments: () => call<TournamentState[]>("GET", "/api/tournaments"),
  makeTournament: (body: { game: string; name: string; rounds: number }) => call<TournamentState>("POST", "/api/tournaments", body),
  enterTournament: (id: string) => call<TournamentState>("POST", `/api/tournaments/${id}/entrants`),
  beginTournament: (id: string) => call<TournamentState>("POST", `/api/tournaments/${id}/begin`),
  observe: (id: string) => call<Summary>("POST", `/api/games/${id}/observe`),
  story: (id: string) => call<Happened[]>("GET", `/api/games/${id}/story`),
  timeline: (id: string) => call<{ lines: number; turns: [number, number][] }>("GET", `/api/games/${id}/timeline`),
  past: (id: string, start: number, stop: number) =>
    call<{ from: number; state: SeenState; steps: Change[][] }>("GET", `/api/games/${id}/past?start=${start}&stop=${stop}`),
  /** The game as a file: every line with its player. */
  save: async (id: string) => {
    const answer = await fetch(`/api/games/${id}/save`, { credentials: "same-origin" });
    if (!answer.ok) throw await refused(answer);
    return answer.text();
  },
  report: (id: string) => call<Report>("GET", `/api/games/${id}/report`),
  /** What the staff would do after so many lines, and why. */
  analysis: (id: string, line: number) => call<Analysis>("GET", `/api/games/${id}/analysis?line=${line}`),
  /** Make a searching computer player play at once for the rest of its turn. */
  hurry: (id: string) => call<undefined>("POST", `/api/games/${id}/hurry`),
  account: (id: string) => call<Accounts>("GET", `/api/games/${id}/account`),
  /** A new game from a point of another; computer players take some of its seats. */
  branch: (id: string, line: number, seats: Record<string, string>) => call<Summary>("POST", `/api/games/${id}/branch`, { line, seats }),
  /** What a spectator sees of an umpired game: the truth, some turns late. */
  late: (id: string) => call<LateTruth>("GET", `/api/games/${id}/late`),
  /** The map of an operation, the same for every team. */
  survey: (game: string, scenario: string) => call<Survey>("GET", `/api/boards/${game}/${scenario}/survey`),
  road: (board: string, from: [number, number], to: [number, number]) => call<RoadWay>("GET", `${board}/road?x=${Math.round(from[0])}&y=${Math.round(from[1])}&to_x=${Math.round(to[0])}&to_y=${Math.round(to[1])}`),
  hex: (game: string, number: string) => call<HexText>("GET", `/api/boards/${game}/hexes/${number}`),
  board: (game: string) => call<BoardInfo>("GET", `/api/boards/${game}`),
};
