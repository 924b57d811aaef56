"use strict";
// The hexes of one map: numbers, places on the sheet, neighbours, latitude and longitude.
// Pure arithmetic, so that it can be run and tested without a page.

const ROW = Math.sqrt(3) / 2;
// North-east, east, south-east, south-west, west, north-west: half hexes west, rows south.
const STEPS = [[-1, -1], [-2, 0], [-1, 1], [1, 1], [2, 0], [1, -1]];

function hexesOf(map) {
  const [rowDigits, positionDigits] = map.digits;
  const wide = rowDigits + positionDigits;
  const count = map.numbers.length / wide;
  const numbers = [], xs = [], ys = [], known = new Map(), byNumber = new Map();
  for (let h = 0; h < count; h++) {
    const number = map.numbers.slice(h * wide, (h + 1) * wide);
    const row = Number(number.slice(0, rowDigits));
    const shift = (row % 2 === 1) === (map.shifted === "odd") ? 1 : 0;
    const x = 2 * Number(number.slice(rowDigits)) + shift;
    numbers.push(number); xs.push(x); ys.push(row);
    known.set(x + "," + row, h);
    byNumber.set(number, h);
  }
  const at = (x, y) => known.get(x + "," + y);

  function nearest(west, south) {
    const lean = map.shifted === "odd" ? 0 : 1;
    const x = 2 * west - lean, y = south / ROW;
    const q = (x - y) / 2, r = y, s = -q - r;
    let rq = Math.round(q), rr = Math.round(r);
    const rs = Math.round(s);
    const dq = Math.abs(rq - q), dr = Math.abs(rr - r), ds = Math.abs(rs - s);
    if (dq > dr && dq > ds) rq = -rr - rs;
    else if (dr > ds) rr = -rq - rs;
    return at(2 * rq + rr + lean, rr);
  }

  const place = (west, south) => [
    map.origin[0] - west * map.unit, map.origin[1] + south * map.unit,
  ];
  const centre = (h) => place(xs[h] / 2, ys[h] * ROW);
  const corners = (h) => {
    const [x, y] = centre(h), half = map.unit / 2, high = map.unit / Math.sqrt(3);
    return [[0, -high], [half, -high / 2], [half, high / 2], [0, high], [-half, high / 2],
      [-half, -high / 2]].map(([dx, dy]) => [x + dx, y + dy]);
  };
  const under = (x, y) =>
    nearest((map.origin[0] - x) / map.unit, (y - map.origin[1]) / map.unit);
  const neighbour = (h, d) => at(xs[h] + STEPS[d][0], ys[h] + STEPS[d][1]);

  function earth(h) {
    const p = map.projection, turn = p.rotation * Math.PI / 180;
    const w = xs[h] / 2 * p.hex_km - p.west_km, s = ys[h] * ROW * p.hex_km - p.south_km;
    const east = s * Math.sin(turn) - w * Math.cos(turn);
    const north = -s * Math.cos(turn) - w * Math.sin(turn);
    return [p.lat + north / p.km_per_degree_lat, p.lon + east / p.km_per_degree_lon];
  }

  function position(h) {
    const [lat, lon] = earth(h);
    return `${Math.abs(lat).toFixed(4)}° ${lat < 0 ? "S" : "N"}, ` +
      `${Math.abs(lon).toFixed(4)}° ${lon < 0 ? "W" : "E"}`;
  }

  // What is told of a hex: its name, and pairs of heading and text.
  function told(h) {
    const code = map.hexes[h], pairs = [];
    for (let i = 1; i < code.length; i += 2) {
      pairs.push([map.headings[code[i]], map.texts[code[i + 1]], code[i]]);
    }
    return { number: numbers[h], name: map.texts[code[0]], pairs };
  }

  return { count, numbers, byNumber, xs, ys, nearest, under, centre, corners, neighbour,
    position, told };
}
