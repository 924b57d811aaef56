/** Whether decisions are explained, kept in the browser: they are until somebody closes an explanation, but not on a phone. */
class Hinting {
  on = $state((localStorage.getItem("hints") ?? (innerWidth > 760 ? "on" : "off")) !== "off");

  keep(open: boolean): void {
    this.on = open;
    localStorage.setItem("hints", open ? "on" : "off");
  }
}

export const hinting = new Hinting();
