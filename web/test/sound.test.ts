// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";

/** What a sound is made of; it counts how many are played. */
class Heard {
  static started = 0;
  sampleRate = 100;
  destination = {};
  createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) });
  createBiquadFilter = () => ({ type: "", frequency: { value: 0 }, connect: (to: unknown) => to });
  createGain = () => ({ gain: { value: 0 }, connect: (to: unknown) => to });
  createBufferSource = () => ({ buffer: null, connect: (to: unknown) => to, start: () => void Heard.started++ });
}

afterEach(() => vi.unstubAllGlobals());

test("nothing is heard until sounds are chosen, and the choice is kept", async () => {
  localStorage.removeItem("sound");
  vi.stubGlobal("AudioContext", Heard);
  vi.resetModules();
  const { sound } = await import("../src/lib/sound.svelte");
  expect(sound.on).toBe(false);
  sound.play("gun");
  expect(Heard.started).toBe(0);
  sound.toggle();
  sound.play("gun");
  expect(Heard.started).toBe(2);
  vi.resetModules();
  expect((await import("../src/lib/sound.svelte")).sound.on).toBe(true);
  sound.toggle();
  expect(localStorage.getItem("sound")).toBe("off");
});
