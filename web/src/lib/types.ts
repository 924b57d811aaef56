// The page's names for the types that go over the wire. The types themselves are generated.

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
  Gather,
  Goals,
  GameRules as Rules,
  Happened,
  HexText,
  Lesson,
  Marked,
  Myself,
  NewGame,
  Note,
  Notice,
  OddsPart as Sum,
  OfferedTable as Offered,
  Outcome,
  OverlayPart,
  Plan,
  RatedPlayer,
  ReachedHex as Reached,
  Reason,
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
  Weighed,
} from "./wire";

/** A text in pieces: plain, or a name that can be linked. */
export type Pieces = Reason["text"];
export type Change = Update["changes"][number];
/** A legal line with its verb and its arguments. */
export type Legal = LegalAnswer["legal"][number];
export type Corner = Marked["corner"];
/** A table of a hex game, which has units. */
export type TableState = AnyTable & { view: { units: number[][] } };
export type SeenState = Pick<TableState, "heading" | "view" | "shown" | "ribbon">;
/** A summary of a table, with links if it is new. */
export type Summary = Told & Partial<Pick<LaidTable, "links">>;
/** The side that a result favours. */
export type Favours = OddsResult["favours"];
