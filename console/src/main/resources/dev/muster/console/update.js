// Drawing anew: whoever changed something that is shown says so; many changes at once are one drawing.

let draw = () => {};
let waiting = false;

/** @param {() => void} drawing what draws the whole page; lit-html touches only what is different */
export function onUpdate(drawing) {
  draw = drawing;
}

/** Draws the page once whoever runs now is done. */
export function update() {
  if (waiting) return;
  waiting = true;
  queueMicrotask(() => {
    waiting = false;
    draw();
  });
}
