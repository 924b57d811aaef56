import { texts } from "./texts";
import type { ChatLine } from "./types";

/** Calls a player back to the table: in the tab's title and, if wanted, by a browser notification. */
class Calls {
  /** Whether the browser notifies of a turn while the page is hidden. */
  on = $state(localStorage.getItem("calls") === "on" && allowed() === "granted");

  get possible(): boolean {
    return allowed() !== "denied";
  }

  async toggle(): Promise<void> {
    this.on = !this.on && (await Notification.requestPermission()) === "granted";
    localStorage.setItem("calls", this.on ? "on" : "off");
  }

  /** Notify of an event in a game, unless its page is in view. */
  tell(game: string, title: string, words: string): void {
    if (!this.on || !document.hidden) return;
    const told = new Notification(title, { body: words, tag: game });
    told.onclick = () => {
      window.focus();
      told.close();
    };
  }
}

function allowed(): NotificationPermission {
  return "Notification" in window ? Notification.permission : "denied";
}

export const calls = new Calls();

/** The tab's title: what waits there comes first. */
export function titled(name: string, asked: boolean, unread: number): string {
  return [unread ? `(${unread})` : "", asked ? `● ${texts.yourTurn}` : "", name, texts.title].filter(Boolean).join(" · ");
}

/** The chat messages that were not read, after a given number. */
export function unreadOf(chat: readonly ChatLine[], me: ReadonlySet<string>, read: number): number {
  return chat.filter((line) => line.number > read && !me.has(line.name)).length;
}
