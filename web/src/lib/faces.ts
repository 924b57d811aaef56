/** Dark colours that keep white letters legible. */
const COLOURS = ["#1b5fb8", "#8a1f1a", "#2c6e49", "#6b3fa0", "#8a5a00", "#0f6674", "#7a2a63", "#4a4438"] as const;

/** A person's face: up to two initials, and a colour that depends only on the name. */
export function face(name: string): { initials: string; colour: string } {
  const words = name.trim().replace(/^the /i, "").split(/[\s_.,-]+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)].map((each) => [...(each ?? "")][0] ?? "") : [...(words[0] ?? "?")].slice(0, 2);
  let hash = 0;
  for (const letter of name.trim().toLowerCase()) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return { initials: letters.join("").toUpperCase(), colour: COLOURS[hash % COLOURS.length] ?? COLOURS[0] };
}
