// The page: maps as tabs, panning and zooming, a cursor that goes from hex to hex.

const $ = (id) => document.getElementById(id);
const view = $("view"), stage = $("stage"), tabs = [...$("tabs").children];
const maps = new Map();
let open = null;

// Opening a map ---------------------------------------------------------------------------

function opened(id) {
  if (!maps.has(id)) {
    const map = JSON.parse($("data-" + id).textContent);
    const svg = $("svg-" + id).content.firstElementChild.cloneNode(true);
    const [, , wide, high] = svg.getAttribute("viewBox").split(" ").map(Number);
    svg.setAttribute("width", wide);
    svg.setAttribute("height", high);
    const mark = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    mark.setAttribute("class", "mark");
    mark.setAttribute("width", wide);
    mark.setAttribute("height", high);
    mark.innerHTML = '<polygon fill="none" stroke="#fff" stroke-linejoin="round"/>' +
      '<polygon fill="none" stroke="#1b5fb8" stroke-linejoin="round"/>';
    svg.setAttribute("aria-hidden", "true");
    const hexes = hexesOf(map);
    maps.set(id, { id, map, svg, mark, wide, high, hexes, cursor: null, k: 0, x: 0, y: 0 });
  }
  return maps.get(id);
}

function show(id, number) {
  open = opened(id);
  for (const tab of tabs) {
    tab.setAttribute("aria-selected", String(tab.dataset.map === id));
    tab.tabIndex = tab.dataset.map === id ? 0 : -1;
  }
  view.setAttribute("aria-label", `Map: ${open.map.title}`);
  stage.replaceChildren(open.svg, open.mark);
  const names = open.map.places.map(([name]) => Object.assign(document.createElement("option"), { value: name }));
  $("known").replaceChildren(...names);
  if (!open.k) begin();
  const start = number === undefined ? open.cursor : open.hexes.byNumber.get(number);
  select(start ?? open.map.start, number !== undefined);
  place();
}

// Where the sheet lies --------------------------------------------------------------------

let settle = 0;
function place() {
  const { wide, high } = open, w = view.clientWidth, h = view.clientHeight;
  const keep = Math.min(w, h) / 3;
  open.x = Math.min(w - keep, Math.max(keep - wide * open.k, open.x));
  open.y = Math.min(h - keep, Math.max(keep - high * open.k, open.y));
  stage.style.transform = `translate(${open.x}px, ${open.y}px) scale(${open.k})`;
  stage.classList.add("moving");
  clearTimeout(settle);
  settle = setTimeout(() => stage.classList.remove("moving"), 160);
}

function fit() {
  const w = view.clientWidth, h = view.clientHeight;
  open.k = Math.max(0.05, Math.min(w / open.wide, h / open.high));
  open.x = (w - open.wide * open.k) / 2;
  open.y = (h - open.high * open.k) / 2;
  place();
}

// On a small screen a hex map begins close enough to be read.
function begin() {
  fit();
  const least = 15 / open.map.unit;
  if (open.map.kind !== "hexes" || open.k >= least * 0.8) return;
  open.k = least;
  centreOn(open.map.start);
  place();
}

function centreOn(h) {
  const [x, y] = open.hexes.centre(h);
  open.x = view.clientWidth / 2 - x * open.k;
  open.y = view.clientHeight / 2 - y * open.k;
}

function zoom(factor, x = view.clientWidth / 2, y = view.clientHeight / 2) {
  const k = Math.min(8, Math.max(0.1, open.k * factor));
  open.x = x - (x - open.x) * k / open.k;
  open.y = y - (y - open.y) * k / open.k;
  open.k = k;
  place();
}

function bringIntoView(h) {
  const [x, y] = open.hexes.centre(h), w = view.clientWidth, high = view.clientHeight;
  const sx = open.x + x * open.k, sy = open.y + y * open.k, rim = Math.min(60, w / 5, high / 5);
  if (sx < rim) open.x += rim - sx;
  if (sx > w - rim) open.x -= sx - (w - rim);
  if (sy < rim) open.y += rim - sy;
  if (sy > high - rim) open.y -= sy - (high - rim);
  place();
}

// Telling what is there -------------------------------------------------------------------

const DIRECTIONS = 6;

function tell(h) {
  const { map, hexes } = open, told = hexes.told(h);
  $("what").textContent = `${told.number} ${told.name}`.trim();
  $("where").textContent = `${map.title} · ${hexes.position(h)}`;
  const rows = [];
  for (const [heading, text, code] of told.pairs) {
    if (code >= DIRECTIONS) rows.push([heading, [text]]);
  }
  for (let d = 0; d < DIRECTIONS; d++) {
    const said = told.pairs.filter((pair) => pair[2] === d).map((pair) => pair[1]);
    const beyond = hexes.neighbour(h, d);
    const parts = [];
    if (beyond !== undefined) {
      const link = document.createElement("a");
      link.href = `#${map.id}/${hexes.numbers[beyond]}`;
      link.textContent = `${hexes.numbers[beyond]} ${hexes.told(beyond).name}`.trim();
      parts.push(link, said.length ? ": " : "");
    } else if (!said.length) {
      parts.push("off the map");
    }
    rows.push([map.headings[d], [...parts, said.join("; ")]]);
  }
  $("told").replaceChildren(...rows.flatMap(([heading, parts]) => {
    const term = document.createElement("dt"), text = document.createElement("dd");
    term.textContent = heading;
    text.append(...parts);
    return [term, text];
  }));
}

function outline(h) {
  const points = open.hexes.corners(h).map((point) => point.join(",")).join(" ");
  const width = Math.min(2.5 / open.k, open.map.unit * 0.12);
  [...open.mark.children].forEach((polygon, i) => {
    polygon.setAttribute("points", points);
    polygon.setAttribute("stroke-width", i ? width : width * 2);
  });
}

function select(h, follow = true) {
  if (h === undefined) return;
  open.cursor = h;
  outline(h);
  tell(h);
  if (follow) bringIntoView(h);
  const told = open.hexes.told(h);
  $("said").textContent = `${told.number} ${told.name}. ` +
    told.pairs.map(([heading, text]) => `${heading}: ${text}`).join(". ");
  try { history.replaceState(null, "", `#${open.id}/${told.number}`); } catch { /* kept local */ }
}

// Keys ------------------------------------------------------------------------------------

let column = null;
function step(key) {
  const { hexes, cursor } = open;
  const here = hexes.xs[cursor];
  if (key === "ArrowLeft" || key === "ArrowRight") {
    column = null;
    select(hexes.neighbour(cursor, key === "ArrowLeft" ? 4 : 1));
    return;
  }
  // Straight up or down: of the two hexes there, the one nearer to where the walk began.
  column ??= here;
  const ways = key === "ArrowUp" ? [0, 5] : [2, 3];
  const near = ways.map((d) => hexes.neighbour(cursor, d)).filter((h) => h !== undefined);
  near.sort((a, b) => Math.abs(hexes.xs[a] - column) - Math.abs(hexes.xs[b] - column));
  select(near[0]);
}

view.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const pan = { ArrowLeft: [80, 0], ArrowRight: [-80, 0], ArrowUp: [0, 80], ArrowDown: [0, -80] }[event.key];
  if (pan && event.shiftKey) { open.x += pan[0]; open.y += pan[1]; place(); }
  else if (pan) step(event.key);
  else if (event.key === "+" || event.key === "=") zoom(1.25);
  else if (event.key === "-" || event.key === "_") zoom(0.8);
  else if (event.key === "0" || event.key === "Home") fit();
  else return;
  event.preventDefault();
});

document.addEventListener("keydown", (event) => {
  if (event.target.tagName === "INPUT" || event.ctrlKey || event.metaKey || event.altKey) return;
  const tab = tabs[Number(event.key) - 1];
  if (event.key === "/") { event.preventDefault(); $("asked").focus(); }
  else if (/^[1-9]$/.test(event.key) && tab) { show(tab.dataset.map); view.focus(); }
});

$("tabs").addEventListener("click", (event) => {
  const tab = event.target.closest("button");
  if (tab) show(tab.dataset.map);
});
$("tabs").addEventListener("keydown", (event) => {
  const turn = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!turn) return;
  const next = tabs[(tabs.findIndex((tab) => tab.tabIndex === 0) + turn + tabs.length) % tabs.length];
  show(next.dataset.map);
  next.focus();
});

// Finger and mouse ------------------------------------------------------------------------

const touches = new Map();
let travelled = 0;
const local = (event) => {
  const box = view.getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
};
const hexAt = ([x, y]) => open.hexes.under((x - open.x) / open.k, (y - open.y) / open.k);

view.addEventListener("pointerdown", (event) => {
  if (event.target.closest("#zoom")) return;
  touches.set(event.pointerId, local(event));
  if (touches.size === 1) travelled = 0;
  view.setPointerCapture(event.pointerId);
});

view.addEventListener("pointermove", (event) => {
  const now = local(event), before = touches.get(event.pointerId);
  if (!before) {
    const h = event.pointerType === "mouse" && !event.target.closest("#zoom") ? hexAt(now) : undefined;
    if (h !== undefined) { outline(h); tell(h); }
    return;
  }
  const others = [...touches].filter(([id]) => id !== event.pointerId);
  touches.set(event.pointerId, now);
  travelled += Math.hypot(now[0] - before[0], now[1] - before[1]);
  if (others.length) {
    const other = others[0][1], span = (p) => Math.hypot(p[0] - other[0], p[1] - other[1]) || 1;
    const middle = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2];
    open.x += (now[0] - before[0]) / 2;
    open.y += (now[1] - before[1]) / 2;
    zoom(span(now) / span(before), ...middle);
  } else if (travelled > 5) {
    view.classList.add("moving");
    open.x += now[0] - before[0];
    open.y += now[1] - before[1];
    place();
  }
});

function lift(event) {
  if (!touches.delete(event.pointerId)) return;
  if (!touches.size) view.classList.remove("moving");
  if (event.type === "pointerup" && travelled <= 5) { column = null; select(hexAt(local(event)), false); }
}
view.addEventListener("pointerup", lift);
view.addEventListener("pointercancel", lift);
view.addEventListener("pointerleave", () => {
  if (open.cursor !== null && !touches.size) { outline(open.cursor); tell(open.cursor); }
});
view.addEventListener("wheel", (event) => {
  event.preventDefault();
  const lines = event.deltaMode === 1 ? 30 : 1;
  zoom(Math.exp(-event.deltaY * lines * 0.0015), ...local(event));
}, { passive: false });
view.addEventListener("dblclick", (event) => zoom(1.8, ...local(event)));
$("zoom").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button) ({ in: () => zoom(1.4), out: () => zoom(1 / 1.4), fit })[button.dataset.zoom]();
});

// Finding ---------------------------------------------------------------------------------

const folded = (name) => name.toLowerCase().replaceAll("œ", "oe").normalize("NFD")
  .replace(/[\u0300-\u036f]/g, "").replace(/[^a-z0-9]+/g, " ").trim();

$("find").addEventListener("submit", (event) => {
  event.preventDefault();
  const asked = $("asked").value.trim(), wanted = folded(asked);
  if (!wanted) return;
  const { places } = open.map;
  let h = open.hexes.byNumber.get(asked);
  h ??= (places.find(([name]) => folded(name) === wanted) ??
    places.find(([name]) => folded(name).startsWith(wanted)))?.[1];
  if (h === undefined) {
    $("asked").setCustomValidity(`No hex or place “${asked}” on this map`);
    $("asked").reportValidity();
    return;
  }
  open.k = Math.max(open.k, open.map.kind === "hexes" ? 40 / open.map.unit : 1.2);
  centreOn(h);
  select(h);
  view.focus();
});
$("asked").addEventListener("input", () => $("asked").setCustomValidity(""));

// Beginning -------------------------------------------------------------------------------

function fromAddress() {
  const [id, number] = location.hash.slice(1).split("/");
  if (tabs.some((tab) => tab.dataset.map === id)) {
    if (!open || open.id !== id || open.hexes.numbers[open.cursor] !== number) show(id, number);
  } else if (!open) show(tabs[0].dataset.map);
}
window.addEventListener("hashchange", fromAddress);
window.addEventListener("resize", () => open && place());
fromAddress();
