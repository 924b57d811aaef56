// @vitest-environment jsdom
import { expect, test } from "vitest";

import { titled, unreadOf } from "../src/lib/calls.svelte";

const line = (number: number, name: string) => ({ number, name, room: "players", text: "…", at: 0, seat: "", by: "" });

test("the tab says what waits first", () => {
  expect(titled("The landing", false, 0)).toBe("The landing · bocage");
  expect(titled("The landing", true, 2)).toBe("(2) · ● your turn · The landing · bocage");
});

test("what one said oneself is not news, nor what was read", () => {
  const chat = [line(0, "Bob"), line(1, "Ann"), line(2, "Bob")];
  expect(unreadOf(chat, new Set(["Ann"]), -1)).toBe(2);
  expect(unreadOf(chat, new Set(["Ann"]), 1)).toBe(1);
  expect(unreadOf(chat, new Set(["Ann"]), 2)).toBe(0);
});
