// Paper on Control's desk: files to print, typed sheets, and tables that come back.

import { Refused } from "./api";
import type { SheetFound, TablesEntered } from "./wire";

export const paperTexts = {
  typeIn: "Type in a paper sheet",
  typeHelp: "Write the code at the top of the sheet, then a short line for each of its lines. Ctrl+Enter takes it in.",
  example: "A02M\na B T Break through; to Valkenswaard; with 16, 17; air 4\n3, 4 H T\nblow Dommel bridge",
  whose: (team: string, lines: number) => `${team}: ${lines === 1 ? "1 line" : `${lines} lines`}`,
  takeIn: "Take it in",
  takenIn: (team: string) => `The sheet of ${team} is in. Type the next one.`,
  fromPaper: "it came on paper",
  tooLate: "Sheets are taken in until the turn is worked out.",
  print: "Print",
  printHelp: "Everything is drawn for a black-and-white printer.",
  control: "Control's pack",
  reports: "Reports to hand out",
  team: (name: string) => `Pack of ${name}`,
  panic: "If the computers fail",
  panicHelp: "Stops the game and gives you one zip with tables, lists, maps and blank sheets. Nothing in control or tables may reach a team.",
  freeze: "Freeze the game and download the bundle",
  again: "Download the bundle again",
  frozen: "The game is frozen. READ-ME.txt in the bundle says how to finish on paper.",
  back: "Back from paper",
  backHelp: "Change the cells that changed in units.csv, stocks.csv, bridges.csv, weather.csv and air.csv, save them as CSV, and choose them here.",
  files: "Tables (CSV)",
  turns: "Turns fought on paper",
  enter: "Check and enter",
  changed: "The browser cannot read the files: they were changed since you chose them. Choose them again.",
  entered: (acts: number) => `Entered: ${acts === 1 ? "1 act" : `${acts} acts`}. Look through the reports, then release them and let the game go on.`,
  nothing: "The tables change nothing.",
  wrong: (cells: number) => `${cells === 1 ? "1 cell" : `${cells} cells`} can't be read. Nothing was changed. Correct the table and choose it again.`,
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
  typed: (game: string, text: string) => post<SheetFound>(`/api/games/${game}/paper/sheet`, { text }),
  enter: (game: string, files: Record<string, string>, turns: number) => post<TablesEntered>(`/api/games/${game}/paper/tables`, { files, turns }),
};
