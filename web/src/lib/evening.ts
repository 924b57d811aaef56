// The evening around an umpired game: its clock, and texts about people and cards.

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

/**
 * The people of a list, one on each line: `Ann, Map`, `Bob, Liaison, Guards`, `Cy, Guards`.
 * Anything that is neither a role nor a person is a team.
 */
export function castOf(text: string): CastLine[] {
  return text
    .split("\n")
    .map((line) => line.split(/[,;\t]/).map((part) => part.trim()))
    .filter((parts) => parts[0])
    .map(([name = "", ...rest]) => {
      const parts = rest.filter(Boolean);
      const role = ROLES[(parts[0] ?? "").toLowerCase()];
      return { name, role: role ?? "team", teams: role ? parts.slice(1) : parts };
    });
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
  strike: (number: number) => `Strike note ${number}`,
  room: "Your headquarters",
  roomHelp: "Only your headquarters reads this.",
  lateSheet: "Hand in a late sheet",
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
  late: "Late sheets",
  lateBy: (ms: number) => `${clockFace(ms)} late`,
  lateAfter: "came after the orders were closed",
  takeIn: "Take it in",
  putAway: "Put away",
  cameLate: "it came late",
  umpiresRoom: "Umpires",
  umpiresHelp: "Only umpires read this.",
  pressRoom: "Press",
  pressHelp: "Only Press and Game Control read this.",
  screen: "Big screen",
  screenHelp: "A page for the projector. It needs no name and shows the clock and the news.",
  makeScreen: "Make a link",
  openScreen: "Open it",
  cast: "Casting",
  castHelp: "A line each: name, then a headquarters; or name, role, teams. Roles are Game Control, Map, Air, Liaison, Press, Observer.",
  castList: "People",
  castExample: "Ann Lee, Guards\nBob Roy, Map\nCy Dunn, Liaison, Guards",
  castTeams: "Headquarters you can name",
  haveCome: (names: string[]) => `Here: ${names.join(", ")}.`,
  notCome: (names: string[]) => `Not here yet: ${names.join(", ")}.`,
  gathering: "Before the game begins",
  gathers: (taken: number, all: number) => `The game begins when every headquarters is taken: ${taken} of ${all} are.`,
  begins: "Every headquarters is taken. The game begins.",
  gatherHelp: "Cast your players and umpires now. You need not wait for all of them: computer commanders can take the empty headquarters, and the game begins. A player whom you cast later takes over from the computer commander.",
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
  age: (minutes: number) => (minutes === 0 ? "new" : `${minutes} min old`),
  waiting: "The evening begins soon.",
  noScreen: "This link does not work. Ask Game Control for another.",
  lost: "Connection lost. The clock keeps running.",
};
