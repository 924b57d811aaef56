/** Whether decisions are explained, kept in the browser: they are until somebody closes an explanation. */
class Hinting {
  on = $state(localStorage.getItem("hints") !== "off");

  keep(open: boolean): void {
    this.on = open;
    localStorage.setItem("hints", open ? "on" : "off");
  }
}

export const hinting = new Hinting();
