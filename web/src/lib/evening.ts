// The evening around an umpired game: its clock, and texts about people and cards.

import { texts } from "./texts";
import type { PhaseClock } from "./wire";

/** The milliseconds left of a phase at a time of the server's stopwatch; negative if it is overrun. */
export function leftOf(clock: PhaseClock, now: number): number {
  return clock.length - ((clock.held || now) - clock.since);
}

/** A time as minutes and seconds, with a plus if overrun. */
export function clockFace(ms: number): string {
  const seconds = ms >= 0 ? Math.ceil(ms / 1000) : Math.floor(-ms / 1000);
  return `${ms < 0 && seconds > 0 ? "+" : ""}${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** A half day as people say it: `1944-09-17 am` is 17 September 1944, morning. Other headings stay as they are. */
export function halfDayOf(heading: string): string {
  const [whole, date = "", half = ""] = /^(\d{4}-\d\d-\d\d) (am|pm)$/.exec(heading) ?? [];
  return whole ? texts.operation.halfDay(date, half) : heading;
}

/** Whole minutes since a time of the stopwatch. */
export function minutesSince(then: number, now: number): number {
  return Math.max(0, Math.floor((now - then) / 60_000));
}

export interface CastLine {
  name: string;
  role: string;
  teams: string[];
}

/** The roles that a line of the cast may name besides a headquarters. */
const ROLES: Record<string, string> = { "game control": "control", control: "control", "map control": "map", map: "map", "air control": "air", air: "air", liaison: "liaison", press: "press", observer: "observer" };

/** A headquarters or a side that a list may name. */
export interface Castable {
  id: string;
  name: string;
  /** Whether it is a whole side, which only umpires can have. */
  side?: boolean;
}

/** The people of a list, and a sentence for each line that cannot be read. */
export interface CastRead {
  people: CastLine[];
  wrong: string[];
}

/** Roles that have some of the teams; the others have all or none. */
const OF_TEAMS: ReadonlySet<string> = new Set(["liaison", "observer", "team"]);

/**
 * The people of a list, one on each line: `Ann, Map`, `Bob, Liaison, Guards`, `Cy, Guards`.
 * Anything that is neither a role nor a person is a team: its short or long name, or the beginning of one.
 */
export function castOf(text: string, known: readonly Castable[]): CastRead {
  const read: CastRead = { people: [], wrong: [] };
  for (const [i, line] of text.split("\n").entries()) {
    const [name = "", ...rest] = line.split(/[,;\t]/).map((part) => part.trim());
    const parts = rest.filter(Boolean);
    if (!name && parts.length === 0) continue;
    const given = ROLES[(parts[0] ?? "").toLowerCase()];
    const role = given ?? "team";
    const [teams, wrong] = teamsOf(given ? parts.slice(1) : parts, known.filter((each) => role !== "team" || !each.side), !given);
    if (!name) wrong.push(eveningTexts.noName);
    else if (parts.length === 0) wrong.push(eveningTexts.noPost(name));
    else if (OF_TEAMS.has(role) && teams.length === 0 && wrong.length === 0) wrong.push(eveningTexts.noTeams(name));
    read.wrong.push(...wrong.map((each) => eveningTexts.wrongLine(i + 1, each)));
    read.people.push({ name, role, teams: OF_TEAMS.has(role) ? teams : [] });
  }
  return read;
}

/** The teams of a line as the server names them, and what cannot be read. */
function teamsOf(parts: readonly string[], known: readonly Castable[], isFirst: boolean): [string[], string[]] {
  const [teams, wrong]: [string[], string[]] = [[], []];
  for (const part of parts) {
    const [first, ...others] = meant(part, known);
    if (first && others.length === 0) teams.push(first.id);
    else if (first) wrong.push(eveningTexts.severalTeams(part, [first, ...others].map((each) => each.name)));
    else wrong.push(eveningTexts.noTeam(part, alike(part, isFirst && parts[0] === part ? [...known.map((each) => each.name), ...known.map((each) => each.id), ...Object.keys(ROLES).map(titled)] : known.flatMap((each) => [each.name, each.id]))));
  }
  return [teams, wrong];
}

/** The names that a word can mean: equal ones, or else those that start with it. */
function meant(word: string, known: readonly Castable[]): Castable[] {
  const want = plain(word);
  const fits = (test: (name: string) => boolean): Castable[] => known.filter((each) => [each.id, each.name].some((name) => test(plain(name))));
  const alike = fits((name) => name === want);
  return alike.length > 0 || !want ? alike : fits((name) => name.startsWith(want));
}

const titled = (role: string): string => role.replace(/(^| )[a-z]/g, (letter) => letter.toUpperCase());

/** The name that somebody meant who mistyped it; empty if none is near. */
function alike(word: string, names: readonly string[]): string {
  const want = plain(word);
  const [near] = names.map((name): [number, string] => [apart(want, plain(name)), name]).sort((a, b) => a[0] - b[0]);
  return near && near[0] <= Math.max(1, Math.floor(want.length / 4)) ? near[1] : "";
}

/** The letters to add, leave out or change to make one word from another. */
function apart(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 1; j <= b.length; j++) next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (letter === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length] ?? 0;
}

/** A name without case, accents, spaces and signs. */
function plain(name: string): string {
  return name.normalize("NFKD").toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

export const eveningTexts = {
  clock: "Phase of the turn",
  held: "paused",
  overrun: "overrun",
  news: "News",
  noNews: "No news yet.",
  headline: "Headline",
  newsText: "Text",
  submit: "Give it to Control",
  release: "Release",
  decline: "Decline",
  states: { written: "waits for Control", released: "released", declined: "declined" } as Record<string, string>,
  newsHelp: "Write what everybody may know. Game Control releases it to all pages and the big screen.",
  // A spectator
  spectator: "Spectator",
  nowIs: (heading: string) => `It is ${heading}.`,
  seesLate: (turns: number) => `You see the whole map ${turns} ${turns === 1 ? "turn" : "turns"} late.`,
  nothingOld: (turn: number) => `The first map comes when turn ${turn} begins.`,
  seesAll: "The game is over: this is the last position.",
  seesPublic: "Spectators of this game see what everybody may know: the clock and the news.",
  asItWas: (heading: string) => `As it was: ${heading}`,
  // An observer
  observes: "You see what this headquarters knows. You cannot act for it.",
  observed: "Headquarters you watch",
  sheetSent: "Its sheet for this turn",
  noSheetYet: "It has sent no sheet for this turn.",
  // A headquarters
  hq: "Headquarters",
  hqHelp: "One of you holds the sheet and writes. The others see it as it is written.",
  writes: (name: string) => `${name} holds the sheet`,
  youWrite: "You hold the sheet",
  nobodyWrites: "Nobody holds the sheet. The first person to write takes it.",
  take: "Take the sheet",
  takeHint: "You can take it if its writer is away, or has not written for three minutes.",
  hand: "Hand it over to",
  choose: "Choose",
  here: "here",
  away: "away",
  notes: "Side notes",
  note: "Add a note",
  addNote: "Add",
  strike: (number: number) => `Delete note ${number}`,
  room: "Your headquarters",
  roomHelp: "Only your headquarters reads this.",
  lateSheet: "Hand in a late sheet",
  lateHelp: "The orders are closed. You can still finish your sheet and hand it in late: Control decides whether it counts.",
  lateSent: "Control has your late sheet.",
  posts: "Posts",
  secondPost: "at the second post",
  atFirst: (units: string) => `Your headquarters has a second post. It orders ${units}; you order the rest, and have supplies, air and everything else on the sheet.`,
  atSecond: (units: string) => `You are the second post of your headquarters. You order ${units}, on a sheet of your own. Control gets one sheet from both.`,
  split: "Divide the headquarters",
  splitHelp: "Some people become a second post with its own sheet, notes and room. It orders the groupings you choose. Both posts read the same reports.",
  divideTeam: "Headquarters to divide or join",
  divideHelp: "A headquarters of several people can become two posts. They can also divide and join it themselves.",
  atControl: (names: string, units: string) => `This headquarters is divided. At the second post: ${names}. It orders ${units}. Control gets one sheet from both posts.`,
  whoGoes: "Who goes to the second post",
  whatGoes: "What it orders",
  join: "Join the posts again",
  leave: "Leave this post",
  leaveHelp: "Somebody else in your headquarters continues. If nobody is left, a computer commander takes over until somebody comes.",
  // Control
  tab: "Evening",
  next: "Next phase",
  begin: "Start the clock",
  stretch: "+5 min",
  shorten: "−1 min",
  hold: "Pause the clock",
  goOn: "Resume the clock",
  end: "Stop the clock",
  toPhase: "Go to",
  took: "How long each phase took",
  minutes: (ms: number) => `${(ms / 60_000).toFixed(1)} min`,
  columns: ["Turn", "Phase", "Took", "Planned", "Extended", "Paused"],
  load: "Umpires",
  loadColumns: ["Umpire", "Cards", "Oldest", "Ruled"],
  oldest: (minutes: number) => (minutes === 0 ? "just now" : `${minutes} min`),
  takeDesk: (name: string) => `Take over the desk of ${name}`,
  people: "People",
  remove: "Remove from their post",
  doRemove: "Remove",
  removeHelp: "For somebody who went away without leaving the post. Somebody else in their headquarters continues. If nobody is left, a computer commander takes over until you cast somebody.",
  late: "Late sheets",
  lateBy: (ms: number) => `${clockFace(ms)} late`,
  lateAfter: "came after the orders were closed",
  takeIn: "Take it in",
  putAway: "Put away",
  cameLate: "it came late",
  umpiresRoom: "Umpires' room",
  umpiresHelp: "Only umpires read this.",
  pressRoom: "Press room",
  pressHelp: "Only Press and Game Control read this.",
  screen: "Big screen",
  screenHelp: "A page for the projector. It needs no name and shows the clock and the news.",
  makeScreen: "Make a link",
  openScreen: "Open it",
  cast: "Casting",
  castHelp: "Write one line for each person: a name and a headquarters, or a name, a role and the role's headquarters. Roles are Game Control, Map, Air, Liaison, Press and Observer. A liaison or observer can have a whole side.",
  noName: "a name is missing",
  noPost: (name: string) => `say which headquarters or role ${name} gets`,
  noTeams: (name: string) => `say which headquarters ${name} gets`,
  noTeam: (name: string, meant: string) => `there is no headquarters “${name}”${meant && `; did you mean ${meant}?`}`,
  severalTeams: (name: string, all: string[]) => `“${name}” can be ${all.join(" or ")}`,
  wrongLine: (line: number, why: string) => `Line ${line}: ${why}${why.endsWith("?") ? "" : "."}`,
  castList: "People",
  castExample: "Ann Lee, Guards\nBob Roy, Map\nCy Dunn, Liaison, Guards",
  castTeams: "Headquarters you can name",
  haveCome: (names: string[]) => `Here: ${names.join(", ")}.`,
  notCome: (names: string[]) => `Not here yet: ${names.join(", ")}.`,
  gathering: "Before the game begins",
  titles: { map: "Map Control", air: "Air Control", liaison: "Liaison", press: "Press", observer: "Observer" } as Record<string, string>,
  gathers: (taken: number, all: number) => `The game begins when every headquarters is taken: ${taken} of ${all} so far.`,
  waitsFor: "Game Control casts the players and umpires. Your page opens when the game begins.",
  begins: "Every headquarters is taken. The game begins.",
  gatherHelp: "Cast your players and umpires now. You need not wait for all of them: computer commanders can take the empty headquarters, and the game begins. A player whom you cast later takes over from the computer commander.",
  youAre: (post: string) => `Your post: ${post}.`,
  nobody: "nobody yet",
  doCast: "Make links",
  print: "Print the cards",
  scan: "Scan this, or type",
  commanders: "Let computer commanders take every empty headquarters",
  // Cards
  claim: "Claim",
  claimedBy: (name: string) => `${name} works on it`,
  mine: "You work on it",
  ruledBy: (name: string) => `Ruled on by ${name}`,
  over: "Take it over",
  drop: "Put it back",
  handCard: "Hand it to",
  handNote: "Note",
  handIt: "Hand it on",
  noteIs: (note: string) => `Note: “${note}”`,
  waitingCards: (count: number, minutes: number) => `${count} ${count === 1 ? "card waits" : "cards wait"}, the oldest ${minutes === 0 ? "less than a minute" : `${minutes} min`}`,
  old: (minutes: number) => `${minutes} min`,
  age: (minutes: number) => (minutes === 0 ? "new" : `${minutes} min old`),
  waiting: "The evening begins soon.",
  noScreen: "This link does not work. Ask Game Control for another.",
  lost: "Connection lost. The clock keeps running.",
};
