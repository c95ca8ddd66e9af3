// A field is left as the pointer goes down on something else. A message that comes or goes at that moment would move what is being pressed
// from under the pointer, and the press would be lost: what follows from leaving waits until the pointer is up.
let isPressed = false;
if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', () => (isPressed = true), true);
  for (const name of ['pointerup', 'pointercancel']) document.addEventListener(name, () => (isPressed = false), true);
}

/** Calls `act` at once, or while the pointer is down after it is up and its click has come. */
export function afterPress(act: () => void): void {
  if (!isPressed) return act();
  const once = () => {
    for (const name of ['pointerup', 'pointercancel']) document.removeEventListener(name, once);
    // The click comes after the pointer is up.
    setTimeout(act);
  };
  for (const name of ['pointerup', 'pointercancel']) document.addEventListener(name, once);
}
