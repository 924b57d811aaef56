import { expect, test } from "vitest";

import { beside, plain, sought } from "../src/lib/seeking";
import type { BoardInfo } from "../src/lib/types";

const board = {
  hex: 60,
  hexes: [
    { number: "1001", x: 0, y: 0, name: "Guînes" },
    { number: "1002", x: 60, y: 0 },
    { number: "1101", x: 30, y: 52, name: "Étaples" },
  ],
} as unknown as BoardInfo;

test("a hex is found by its number, its name or the beginning of it", () => {
  expect(plain("Écouché-l'Abbé")).toBe("ecouchelabbe");
  expect(sought(board, "1002")).toBe(1);
  expect(sought(board, "guines")).toBe(0);
  expect(sought(board, "eta")).toBe(2);
  expect(sought(board, "Atlantis")).toBe(-1);
  expect(sought(board, " ")).toBe(-1);
});

test("arrow keys go to the neighbour and stop at the rim", () => {
  expect(beside(board, 0, "ArrowRight")).toBe(1);
  expect(beside(board, 0, "ArrowDown")).toBe(2);
  expect(beside(board, 0, "ArrowLeft")).toBe(0);
  expect(beside(board, 0, "x")).toBeUndefined();
});
