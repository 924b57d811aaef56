/** The computer players that are staffs: they keep an account, and some look ahead for seconds. */

export function searches(player: string | null | undefined): boolean {
  return player?.startsWith("search") ?? false;
}

export function keepsAccount(player: string | null | undefined): boolean {
  return searches(player) || (player?.startsWith("staff") ?? false);
}
