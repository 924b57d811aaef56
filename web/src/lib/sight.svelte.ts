/** The kinds of colour vision with their own palette. */
export const SIGHTS = ["normal", "deutan", "protan", "tritan"] as const;
export type Sight = (typeof SIGHTS)[number];

function kept(): Sight {
  const text = localStorage.getItem("sight");
  return SIGHTS.find((each) => each === text) ?? "normal";
}

/** The chosen kind of colour vision, stored in the browser. */
class Seeing {
  kind = $state<Sight>(kept());

  constructor() {
    this.show();
  }

  choose(kind: Sight): void {
    this.kind = kind;
    localStorage.setItem("sight", kind);
    this.show();
  }

  private show(): void {
    document.documentElement.dataset["sight"] = this.kind;
  }
}

export const seeing = new Seeing();
