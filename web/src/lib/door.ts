/** How a person enters a club: with an invitation, to set a password, or to sign in. */
export type Door = { kind: "invitation" | "password"; secret: string } | { kind: "in" };

export function doorFor(hash: string): Door {
  const found = /^#(invitation|password)=([\w.-]+)$/.exec(hash);
  if (!found?.[1] || !found[2]) return { kind: "in" };
  return { kind: found[1] === "invitation" ? "invitation" : "password", secret: found[2] };
}
