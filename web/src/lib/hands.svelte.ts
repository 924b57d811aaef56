/** Pointer events on the map, in pixels of its pane. */
export interface Does {
  /** The position of the pane on the screen. */
  box: () => { left: number; top: number };
  pan: (dx: number, dy: number) => void;
  zoom: (by: number, x: number, y: number) => void;
  point: (x: number, y: number, shifted: boolean) => void;
  hover: (x: number, y: number) => void;
  /** Whether a unit can be picked up. */
  carries: (unit: number) => boolean;
  /** A unit was picked up. */
  grab: (unit: number) => void;
  /** The unit was put down. */
  drop: (x: number, y: number, shifted: boolean) => void;
}

interface Spot {
  x: number;
  y: number;
}

/** How far a pointer moves before it drags. */
const SLACK = 6;

/** One pointer pans or carries a unit, two zoom, and one that stays in place clicks. */
export class Hands {
  /** The carried unit, and its position. */
  carried = $state.raw<{ unit: number; x: number; y: number } | null>(null);

  private readonly down = new Map<number, Spot>();
  private unit: number | null = null;
  private from: Spot = { x: 0, y: 0 };
  private moved = false;

  constructor(private readonly does: Does) {}

  /** Whether the pointer dragged before it was lifted, so that the click that follows must be ignored. */
  get dragged(): boolean {
    return this.moved;
  }

  press(event: PointerEvent, unit: number | null = null): void {
    if (event.button !== 0) return;
    const at = this.at(event);
    this.down.set(event.pointerId, at);
    this.unit = this.down.size === 1 ? unit : null;
    this.carried = null;
    this.from = at;
    this.moved = this.down.size > 1;
  }

  move(event: PointerEvent): void {
    const at = this.at(event);
    const before = this.down.get(event.pointerId);
    if (!before) {
      this.does.hover(at.x, at.y);
      return;
    }
    if (!this.moved) {
      if (Math.hypot(at.x - this.from.x, at.y - this.from.y) < SLACK) return;
      this.moved = true;
      if (event.currentTarget instanceof Element) event.currentTarget.setPointerCapture(event.pointerId);
      if (this.unit !== null && !this.does.carries(this.unit)) this.unit = null;
      if (this.unit !== null) this.does.grab(this.unit);
    }
    this.down.set(event.pointerId, at);
    const other = [...this.down].find(([id]) => id !== event.pointerId)?.[1];
    if (other) this.pinch(before, at, other);
    else if (this.unit !== null) {
      this.carried = { unit: this.unit, x: at.x, y: at.y };
      this.does.hover(at.x, at.y);
    } else this.does.pan(at.x - before.x, at.y - before.y);
  }

  lift(event: PointerEvent): void {
    const at = this.at(event);
    if (!this.down.delete(event.pointerId) || this.down.size) return;
    const carried = this.carried;
    this.carried = null;
    this.unit = null;
    if (carried) this.does.drop(at.x, at.y, event.shiftKey);
    // Counters handle their own clicks.
    else if (!this.moved && !(event.target as Element).closest("button")) this.does.point(at.x, at.y, event.shiftKey);
  }

  cancel(event: PointerEvent): void {
    this.down.delete(event.pointerId);
    this.carried = null;
  }

  private pinch(before: Spot, at: Spot, other: Spot): void {
    const far = Math.hypot(before.x - other.x, before.y - other.y);
    const now = Math.hypot(at.x - other.x, at.y - other.y);
    if (far > 1) this.does.zoom(now / far, (at.x + other.x) / 2, (at.y + other.y) / 2);
  }

  private at(event: PointerEvent): Spot {
    const box = this.does.box();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }
}
