// A field is left as the pointer goes down on something else. A message that comes or goes at that moment would move what is being pressed
// from under the pointer, and the press would be lost: what follows from leaving waits until the pointer is up. Of a finger the browser
// first sends all pointer events, and after them mouse events, between which the field is left. Where it opens a menu, it may send nothing
// more of a press.
let isPressed = false;
const ends = ['pointerup', 'pointercancel', 'mouseup', 'contextmenu'] as const;
if (typeof document !== 'undefined') {
  for (const name of ['pointerdown', 'mousedown']) document.addEventListener(name, () => (isPressed = true), true);
  for (const name of ends) document.addEventListener(name, () => (isPressed = false), true);
}

/** Calls `act` at once, or while the pointer is down after it is up and its click has come. */
export function afterPress(act: () => void): void {
  if (!isPressed) return act();
  const once = () => {
    for (const name of ends) document.removeEventListener(name, once, true);
    // The click comes after the pointer is up, that of a finger a little later.
    setTimeout(act, 50);
  };
  // Before anything that keeps the event to itself.
  for (const name of ends) document.addEventListener(name, once, true);
}
