/** Within how long two taps are one double tap, in milliseconds. */
const doubleTap = 300;
/** What is tapped twice for its own sake; the shell's styles let it not zoom. */
const controls = 'a, button, input, select, textarea, summary, label, video, audio';

/** iOS: no zoom by scale, double tap or pinch (the viewer of photos has its own). */
export function forbidZoom(): void {
  document
    .querySelector('meta[name="viewport"]')
    ?.setAttribute('content', 'width=device-width, initial-scale=1, maximum-scale=1, user-scalable=no, viewport-fit=cover');
  let lastTap = -doubleTap;
  document.addEventListener(
    'touchend',
    (event) => {
      if (event.timeStamp - lastTap < doubleTap && !(event.target as Element).closest(controls)) event.preventDefault();
      lastTap = event.timeStamp;
    },
    { passive: false },
  );
  for (const gesture of ['gesturestart', 'gesturechange', 'gestureend'])
    document.addEventListener(gesture, (event) => event.preventDefault(), { passive: false });
}
