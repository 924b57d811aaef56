// The names by which the page knows what goes over the wire. The types themselves are generated.

import type { LaidTable, LegalAnswer, Marked, OddsResult, Reason, Summary as Told, TableState as AnyTable, Update } from "./wire";

export type {
  Accounts,
  Ahead,
  Analysis,
  Badge,
  Board as BoardInfo,
  BoardHex as Hex,
  BoardVerb,
  Chart,
  ChatLine,
  ClockState,
  Gather,
  Goals,
  GameRules as Rules,
  Happened,
  HexText,
  Lesson,
  Marked,
  NewGame,
  Note,
  Notice,
  OddsPart as Sum,
  Outcome,
  OverlayPart,
  Past as PastChunk,
  Plan,
  RatedPlayer,
  ReachedHex as Reached,
  Reason,
  Ref,
  Request,
  RuleText,
  ServerMessage,
  Shown,
  Story as Report,
  Timeline,
  TodoLine as Todo,
  TournamentState,
  Track,
  Units as Box,
  Update,
  Weighed,
} from "./wire";

/** A text in pieces: plain, or naming a thing that can be linked. */
export type Pieces = Reason["text"];
export type Change = Update["changes"][number];
/** A line that may be done, its verb, and the numbers of what it is about. */
export type Legal = LegalAnswer["legal"][number];
export type Corner = Marked["corner"];
/** A table of a game on hexes, which has units. */
export type TableState = AnyTable & { view: { units: number[][] } };
export type SeenState = Pick<TableState, "heading" | "view" | "shown" | "ribbon">;
/** A table in short; with links, if it was just laid. */
export type Summary = Told & Partial<Pick<LaidTable, "links">>;
/** Whom a result is good for. */
export type Favours = OddsResult["favours"];
