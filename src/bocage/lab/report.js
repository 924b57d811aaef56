// Point at a hex of a heat map, or tap it, to read its number.
"use strict";
const board = JSON.parse(document.getElementById("board").textContent);
for (const map of document.querySelectorAll(".map")) {
  const values = JSON.parse(map.dataset.values);
  const tip = document.createElement("div");
  tip.className = "tip";
  tip.hidden = true;
  map.append(tip);
  const show = (event) => {
    const box = map.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * board.width;
    const y = ((event.clientY - box.top) / box.height) * board.height;
    let best = -1;
    let near = board.hex * board.hex * 0.34;
    board.at.forEach(([cx, cy], h) => {
      const far = (cx - x) ** 2 + (cy - y) ** 2;
      if (far < near) {
        near = far;
        best = h;
      }
    });
    tip.hidden = best < 0;
    if (best < 0) return;
    tip.textContent = `${board.names[best]}: ${values[best] ?? 0}`;
    const half = tip.offsetWidth / 2;
    const left = (board.at[best][0] / board.width) * box.width;
    tip.style.left = `${Math.min(Math.max(left, half + 2), box.width - half - 2)}px`;
    tip.style.top = `${Math.max((board.at[best][1] / board.height) * box.height, 44)}px`;
  };
  map.addEventListener("pointermove", show);
  map.addEventListener("pointerdown", show);
  map.addEventListener("pointerleave", () => (tip.hidden = true));
}
