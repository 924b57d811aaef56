// Paper on Control's desk: files to print, typed sheets, and tables that come back.

import { Refused } from "./api";
import type { PaperTable, SheetFound, TablesEntered, WrongCell } from "./wire";

export const paperTexts = {
  typeIn: "Type in a paper sheet",
  typeHelp: "Write the code at the top of the sheet, then a short line for each of its lines. Ctrl+Enter takes it in.",
  example: "A02M\na B T Break through; to Valkenswaard; with 16, 17; air 4\n3, 4 H T\nblow Dommel bridge",
  whose: (team: string, lines: number) => `${team}: ${lines === 1 ? "1 line" : `${lines} lines`}`,
  takeIn: "Take it in",
  takenIn: (team: string) => `The sheet of ${team} is in. Type the next one.`,
  fromPaper: "it came on paper",
  tooLate: "You can enter sheets only until the turn is adjudicated.",
  print: "Print",
  printHelp: "Everything is drawn for a black-and-white printer.",
  control: "Control's pack",
  reports: "Reports to hand out",
  team: (name: string) => `Pack of ${name}`,
  panic: "If the computers fail",
  panicHelp: "Stops the game and gives you one zip with tables, lists, maps and blank sheets. Do not show a team anything from its folders control and tables.",
  freeze: "Freeze the game and download the bundle",
  again: "Download the bundle again",
  frozen: "The game is frozen. READ-ME.txt in the bundle says how to finish on paper.",
  back: "Back from paper",
  backHelp: "In units.csv, stocks.csv, bridges.csv, weather.csv and air.csv, edit what changed on paper. Save the files as CSV and choose them here.",
  here: "Or enter it here",
  hereHelp: "Edit what changed on paper. An empty cell changes nothing. Nothing is entered until you press Check and enter.",
  open: "Open the tables",
  table: "Table",
  tables: { "units.csv": "Units", "stocks.csv": "Supplies", "bridges.csv": "Bridges", "weather.csv": "Weather", "air.csv": "Air" } as Record<string, string>,
  seek: "Show only rows with",
  rows: (from: number, to: number, all: number) => (all === 0 ? "no rows" : `rows ${from} to ${to} of ${all}`),
  before: "Earlier rows",
  after: "Later rows",
  cell: (row: string, column: string) => `${row}: ${column}`,
  changedCells: (count: number) => `${count} ${count === 1 ? "cell" : "cells"} changed`,
  undo: "Discard the changes",
  otherTurn: "The game has reached another turn. These are its tables, and your changes to the earlier turn are discarded.",
  files: "Tables (CSV)",
  turns: "Turns fought on paper",
  enter: "Check and enter",
  changed: "The files have changed since you chose them. Choose them again.",
  entered: (acts: number) => `Entered: ${acts === 1 ? "1 act" : `${acts} acts`}. Check the reports, release them and resume the game.`,
  nothing: "The tables change nothing.",
  wrong: (cells: number) => `${cells === 1 ? "1 cell" : `${cells} cells`} can't be read. Nothing was changed. Correct the table and choose it again.`,
  wrongHere: (cells: number) => `${cells === 1 ? "1 cell" : `${cells} cells`} can't be read. Nothing was changed.`,
  debrief: "Download the debrief as one page to show and give away",
  columns: { file: "Table", row: "Row", column: "Column", value: "Cell", reason: "Why not" },
};

async function post<T>(path: string, body: unknown): Promise<T> {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(path, { method: "POST", credentials: "same-origin", headers, body: JSON.stringify(body) });
  if (answer.ok) return (await answer.json()) as T;
  const { code, text } = (await answer.json()) as { code: string; text: string };
  throw new Refused(code, text);
}

export const paper = {
  /** The address of a file to print. */
  at: (game: string, what: string) => `/api/games/${game}/paper/${what}`,
  debrief: (game: string) => `/api/games/${game}/debrief.html`,
  tables: async (game: string) => {
    const answer = await fetch(`/api/games/${game}/paper/tables`, { credentials: "same-origin" });
    if (answer.ok) return (await answer.json()) as PaperTable[];
    const { code, text } = (await answer.json()) as { code: string; text: string };
    throw new Refused(code, text);
  },
  typed: (game: string, text: string) => post<SheetFound>(`/api/games/${game}/paper/sheet`, { text }),
  enter: (game: string, files: Record<string, string>, turns: number) => post<TablesEntered>(`/api/games/${game}/paper/tables`, { files, turns }),
};

/** Changed cells: by file, by the first cell of the row, by column. */
export type Edits = Record<string, Record<string, Record<string, string>>>;

/** The edits with a cell written; an unchanged or empty cell is left out. */
export function edited(edits: Edits, table: PaperTable, row: readonly string[], column: string, cell: string): Edits {
  const [key, was] = [row[0] ?? "", row[table.head.indexOf(column)] ?? ""];
  const { [column]: _, ...others } = edits[table.file]?.[key] ?? {};
  const cells = cell.trim() && cell.trim() !== was ? { ...others, [column]: cell.trim() } : others;
  const { [key]: __, ...rows } = edits[table.file] ?? {};
  return { ...edits, [table.file]: Object.keys(cells).length > 0 ? { ...rows, [key]: cells } : rows };
}

/** How many cells were changed. */
export function countOf(edits: Edits): number {
  return Object.values(edits).flatMap((rows) => Object.values(rows)).reduce((sum, cells) => sum + Object.keys(cells).length, 0);
}

/** The tables to send: which turn they are of, and the changed rows with their changed cells alone. */
export function filesOf(tables: readonly PaperTable[], edits: Edits): Record<string, string> {
  const found: Record<string, string> = {};
  for (const table of tables) {
    const rows = Object.entries(edits[table.file] ?? {});
    if (table.entered.length === 0) found[table.file] = csv([table.head, ...table.rows]);
    else if (rows.length > 0) found[table.file] = csv([[table.head[0] ?? "", ...table.entered], ...rows.map(([key, cells]) => [key, ...table.entered.map((column) => cells[column] ?? "")])]);
  }
  return found;
}

/** The rows that wrong cells of sent tables stand in, by their first cell; the first row of a file is its head. */
export function wrongRows(edits: Edits, wrong: readonly WrongCell[]): (WrongCell & { key: string })[] {
  return wrong.map((each) => ({ ...each, key: Object.keys(edits[each.file] ?? {})[each.row - 2] ?? "" }));
}

function csv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",")).join("\n");
}
