import { texts } from "./texts";
import type { ChatLine } from "./types";

/** Calls a player back to the table: by the title of the tab and, if wanted, by the browser. */
class Calls {
  /** Whether the browser tells of a turn while the page is hidden. */
  on = $state(localStorage.getItem("calls") === "on" && allowed() === "granted");

  /** Whether the browser can be asked at all. */
  get possible(): boolean {
    return allowed() !== "denied";
  }

  async toggle(): Promise<void> {
    this.on = !this.on && (await Notification.requestPermission()) === "granted";
    localStorage.setItem("calls", this.on ? "on" : "off");
  }

  /** Tell of something at a game, unless its page is being looked at. */
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

/** How the tab is called: what waits there first. */
export function titled(name: string, asked: boolean, unread: number): string {
  return [unread ? `(${unread})` : "", asked ? `● ${texts.yourTurn}` : "", name, texts.title].filter(Boolean).join(" · ");
}

/** What others said that has not been read, up to a number that was. */
export function unreadOf(chat: readonly ChatLine[], me: ReadonlySet<string>, read: number): number {
  return chat.filter((line) => line.number > read && !me.has(line.name)).length;
}
