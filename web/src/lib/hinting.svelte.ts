/** Whether hints explain decisions, stored in the browser. They do until somebody closes one, except on a phone. */
class Hinting {
  on = $state((localStorage.getItem("hints") ?? (innerWidth > 760 ? "on" : "off")) !== "off");

  keep(open: boolean): void {
    this.on = open;
    localStorage.setItem("hints", open ? "on" : "off");
  }
}

export const hinting = new Hinting();
