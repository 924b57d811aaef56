import type { Pieces } from "./types";

/** The punctuation with which a piece of text begins: it belongs to the piece before. */
export function closing(piece: Pieces[number] | undefined): string {
  return typeof piece === "string" ? (/^[,.;:!?)]+/.exec(piece)?.[0] ?? "") : "";
}
