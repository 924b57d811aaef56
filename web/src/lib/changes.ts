import type { Change } from "./types";

/** Return a state with changes made to it. Unchanged parts are shared with the old state. */
export function changed<T>(state: T, made: readonly Change[]): T {
  let done: unknown = state;
  for (const change of made) {
    done = put(done, change[0], 0, change);
  }
  return done as T;
}

function put(at: unknown, path: (string | number)[], depth: number, change: Change): unknown {
  if (depth === path.length) return change[1];
  const key = path[depth] as string | number;
  const last = depth === path.length - 1;
  if (Array.isArray(at)) {
    const copy = at.slice();
    copy[key as number] = put(copy[key as number], path, depth + 1, change);
    return copy;
  }
  const copy = { ...(at as Record<string, unknown>) };
  if (last && change.length === 1) delete copy[key];
  else copy[key] = put(copy[key], path, depth + 1, change);
  return copy;
}
