// A field is left as the pointer goes down on something else. A message that comes or goes before the click would move what is being
// pressed from under the pointer, and the press would be lost: what would follow waits. A press ends 50 ms after the pointer is up: the click
// comes after that, and that of a finger a little later. Of a finger the browser first sends all pointer events, and after them mouse events,
// between which the field is left. Where it opens a menu, it may send nothing more of a press.
let isPressed = false;
const waiting: (() => void)[] = [];
let ending: ReturnType<typeof setTimeout>;
const begin = () => {
  clearTimeout(ending);
  isPressed = true;
};
const end = () => {
  clearTimeout(ending);
  ending = setTimeout(() => {
    isPressed = false;
    for (const act of waiting.splice(0)) act();
  }, 50);
};
if (typeof document !== 'undefined') {
  // Before anything that keeps the event to itself.
  for (const name of ['pointerdown', 'mousedown']) document.addEventListener(name, begin, true);
  for (const name of ['pointerup', 'pointercancel', 'mouseup', 'contextmenu']) document.addEventListener(name, end, true);
}

/** Calls `act` at once, or while something is being pressed once that is over. */
export function afterPress(act: () => void): void {
  if (isPressed) waiting.push(act);
  else act();
}
