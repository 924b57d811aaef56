/** A small chart: where its lines run, and which numbers stand beside them. */
export interface Plot {
  wide: number;
  high: number;
  least: number;
  most: number;
  x: (i: number) => number;
  y: (value: number) => number;
  /** Where nought lies, if it lies in the chart. */
  nought: number | null;
}

const MARGIN = { left: 30, right: 10, top: 8, foot: 18 };

/** A chart of so many points that holds these values, and nought if all are of one sign. */
export function plot(values: readonly number[], points: number, wide: number, high: number): Plot {
  const least = Math.min(0, ...values);
  const most = Math.max(1, least + 1, ...values);
  const inner = { wide: wide - MARGIN.left - MARGIN.right, high: high - MARGIN.top - MARGIN.foot };
  const x = (i: number) => MARGIN.left + (points < 2 ? inner.wide / 2 : (i / (points - 1)) * inner.wide);
  const y = (value: number) => MARGIN.top + (1 - (value - least) / (most - least)) * inner.high;
  return { wide, high, least, most, x, y, nought: least < 0 ? y(0) : null };
}

/** The points of a line, as SVG has them. */
export function track(made: Plot, values: readonly number[]): string {
  return values.map((value, i) => `${made.x(i).toFixed(1)},${made.y(value).toFixed(1)}`).join(" ");
}

/** The sums of a row of numbers, beginning with nought. */
export function running(values: readonly number[]): number[] {
  let sum = 0;
  return [0, ...values.map((value) => (sum += value))];
}

/** A number as a chart says it: whole where it is, else with one place. */
export function figure(value: number): string {
  return (Number.isInteger(value) ? String(value) : value.toFixed(1)).replace("-", "−");
}
