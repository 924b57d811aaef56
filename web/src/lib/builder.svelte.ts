import { builderTexts as words } from "./builderTexts";
import { Refused } from "./api";
import { rowsOf, tableOf, type Row, type Tables } from "./builder";
import type { BuilderShelf, BuilderTable, DraftChecked, DraftFault, DraftTables, DryRun, MapFrame } from "./wire";

const BASE = "/api/scenarios/opcom";
const KEPT = "scenario-draft";
const REST = 500;

async function call(method: string, path: string, body?: BodyInit | object): Promise<Response> {
  const init: RequestInit = { method, credentials: "same-origin" };
  if (body instanceof Blob) init.body = body;
  else if (body) {
    init.body = JSON.stringify(body);
    init.headers = { "Content-Type": "application/json" };
  }
  const answer = await fetch(BASE + path, init);
  if (!answer.ok) {
    const { code, text } = (await answer.json()) as { code: string; text: string };
    throw new Refused(code, text);
  }
  return answer;
}

const told = async <T>(method: string, path: string, body?: BodyInit | object): Promise<T> => (await (await call(method, path, body)).json()) as T;

/** A scenario in the builder: its tables, the loader's answer, and where it is stored. */
export class Building {
  shelf = $state.raw<BuilderShelf | null>(null);
  tables = $state.raw<Tables | null>(null);
  name = $state("");
  faults = $state.raw<DraftFault[]>([]);
  frame = $state.raw<MapFrame | null>(null);
  checking = $state(false);
  running = $state(false);
  run = $state.raw<DryRun | null>(null);
  said = $state("");
  problem = $state("");
  #soon: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;
  #asking = false;

  sort(id: string): BuilderTable {
    const found = this.shelf?.tables.find((each) => each.id === id);
    if (!found) throw new Error(id);
    return found;
  }

  rows(id: string): Row[] {
    return rowsOf(this.tables?.[id]);
  }

  /** Do something that the server may refuse, and show its refusal. */
  async trying(work: () => Promise<void>): Promise<void> {
    [this.problem, this.said] = ["", ""];
    try {
      await work();
    } catch (error) {
      this.problem = error instanceof Refused ? error.message : String(error);
    }
  }

  look = (): Promise<void> => this.trying(async () => void (this.shelf = await told<BuilderShelf>("GET", "")));

  put(id: string, rows: Row[]): void {
    this.tables = { ...this.tables, [id]: tableOf(this.sort(id), rows) };
    this.said = "";
    clearTimeout(this.#soon);
    this.checking = true;
    this.#soon = setTimeout(() => this.settle(), REST);
  }

  begin(tables: Tables, name: string): void {
    [this.tables, this.name, this.run] = [tables, name, null];
    this.settle(true);
  }

  /** Keep and check what has changed since the last pause. Call it when the page is left, so that no change is lost. */
  settle(changed = this.#soon !== undefined): void {
    clearTimeout(this.#soon);
    this.#soon = undefined;
    if (!this.tables) return;
    this.keepHere();
    if (changed) void this.check();
  }

  async copy(id: string): Promise<void> {
    await this.trying(async () => {
      const found = await told<DraftTables>("GET", `/drafts/${id}`);
      const mine = this.shelf?.scenarios.find((each) => each.id === id)?.mine;
      this.begin(found.tables, mine ? id : `${id.slice(0, 34)}-2`);
    });
  }

  onTheatre(id: string): void {
    this.begin(this.blank(id), "");
  }

  async onEmptyMap(body: { title: string; lat: number; lon: number; wide_km: number; high_km: number }): Promise<void> {
    await this.trying(async () => {
      const found = await told<DraftTables>("POST", "/maps", body);
      this.begin({ ...this.blank("map"), ...found.tables }, "");
    });
  }

  /** Copy the theatre's map into the scenario, to edit it. */
  async takeMap(): Promise<void> {
    await this.trying(async () => {
      const [head] = this.rows("scenario.toml");
      const found = await told<DraftTables>("GET", `/maps/${head?.map ?? ""}`);
      this.begin({ ...this.tables, ...found.tables }, this.name);
    });
  }

  async bring(file: File): Promise<void> {
    await this.trying(async () => {
      const found = await told<DraftTables>("POST", "/unzip", file as Blob);
      this.begin(found.tables, file.name.replace(/\.zip$/i, "").toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, ""));
    });
  }

  private blank(map: string): Tables {
    const head = { title: "", description: "", map, begins: "1944-09-17" };
    const turn = { turn: "1", date: "1944-09-17", half: "am", daylight: "6", night: "6", road_delay: "no", close_support: "yes", flying: "yes", weather: "fine" };
    return { "scenario.toml": tableOf(this.sort("scenario.toml"), [head]), "turns.csv": tableOf(this.sort("turns.csv"), [turn]) };
  }

  /** Check the draft. One check runs at a time; a change during it starts another check after it. */
  async check(): Promise<void> {
    this.#asked++;
    this.checking = true;
    if (this.#asking) return;
    this.#asking = true;
    let number: number;
    do {
      number = this.#asked;
      await this.trying(async () => {
        const found = await told<DraftChecked>("POST", "/check", { tables: this.tables });
        if (number === this.#asked) [this.faults, this.frame] = [found.faults, found.frame];
      });
    } while (number !== this.#asked);
    this.#asking = false;
    this.checking = this.#soon !== undefined;
  }

  async dryRun(): Promise<void> {
    [this.running, this.run] = [true, null];
    await this.trying(async () => {
      const found = await told<DryRun>("POST", "/run", { tables: this.tables });
      [this.run, this.faults] = [found, found.faults];
    });
    this.running = false;
  }

  async save(): Promise<void> {
    await this.trying(async () => {
      const found = await told<DraftChecked>("PUT", `/drafts/${encodeURIComponent(this.name || "-")}`, { tables: this.tables });
      this.faults = found.faults;
      if (found.faults.length) this.problem = words.notSaved;
      else {
        this.shelf = await told<BuilderShelf>("GET", "");
        this.said = words.saved(this.name);
      }
    });
  }

  async remove(): Promise<void> {
    await this.trying(async () => {
      await call("DELETE", `/drafts/${this.name}`);
      this.shelf = await told<BuilderShelf>("GET", "");
    });
  }

  async zip(): Promise<void> {
    await this.trying(async () => {
      const made = await (await call("POST", "/zip", { tables: this.tables })).blob();
      const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(made), download: `${this.name || "scenario"}.zip` });
      link.click();
      URL.revokeObjectURL(link.href);
    });
  }

  /** The draft stays in this browser, so that leaving the page loses nothing. */
  private keepHere(): void {
    try {
      localStorage.setItem(KEPT, JSON.stringify({ name: this.name, tables: this.tables }));
    } catch {
      localStorage.removeItem(KEPT); // The draft is too large for the browser's storage; the zip remains.
    }
  }

  kept(): { name: string; tables: Tables } | null {
    const text = localStorage.getItem(KEPT);
    return text ? (JSON.parse(text) as { name: string; tables: Tables }) : null;
  }
}
