/** A small chart: the paths of its lines, and the numbers beside them. */
export interface Plot {
  wide: number;
  high: number;
  least: number;
  most: number;
  x: (i: number) => number;
  y: (value: number) => number;
  /** The height of zero, if it is in the chart. */
  nought: number | null;
}

const MARGIN = { left: 30, right: 10, top: 8, foot: 18 };

/** A chart with so many points that holds these values, and zero if all have the same sign. */
export function plot(values: readonly number[], points: number, wide: number, high: number): Plot {
  const least = Math.min(0, ...values);
  const most = Math.max(1, least + 1, ...values);
  const inner = { wide: wide - MARGIN.left - MARGIN.right, high: high - MARGIN.top - MARGIN.foot };
  const x = (i: number) => MARGIN.left + (points < 2 ? inner.wide / 2 : (i / (points - 1)) * inner.wide);
  const y = (value: number) => MARGIN.top + (1 - (value - least) / (most - least)) * inner.high;
  return { wide, high, least, most, x, y, nought: least < 0 ? y(0) : null };
}

/** The points of a line for SVG. */
export function track(made: Plot, values: readonly number[]): string {
  return values.map((value, i) => `${made.x(i).toFixed(1)},${made.y(value).toFixed(1)}`).join(" ");
}

/** The running sums of numbers, beginning with 0. */
export function running(values: readonly number[]): number[] {
  let sum = 0;
  return [0, ...values.map((value) => (sum += value))];
}

/** A number in a chart: whole, or with one decimal place. */
export function figure(value: number): string {
  return (Number.isInteger(value) ? String(value) : value.toFixed(1)).replace("-", "−");
}
