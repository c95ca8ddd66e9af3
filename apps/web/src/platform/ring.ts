// A sound that asks for somebody: three short tones, again and again until it is stopped.

let context: AudioContext | undefined;
let repeating: ReturnType<typeof setInterval> | undefined;

/** Three tones of a fifth of a second, at 880 Hz, each fading out. */
function chime(): void {
  if (!context) return;
  for (const after of [0, 0.28, 0.56]) {
    const at = context.currentTime + after;
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    tone.frequency.value = 880;
    volume.gain.setValueAtTime(0.4, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.22);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + 0.24);
  }
  navigator.vibrate?.([200, 80, 200, 80, 200]);
}

/** Rings by Web Audio. Where a browser has none, or lets the page make no sound yet, it is silent: whoever uses it also shows it. */
export const ring = {
  /** Called while somebody presses something: from then on a browser lets the page make a sound. */
  prepare(): void {
    if (typeof AudioContext === 'undefined') return;
    context ??= new AudioContext();
    void context.resume().catch(() => undefined);
  },
  /** Rings until it is stopped. */
  start(): void {
    ring.prepare();
    if (repeating !== undefined) return;
    chime();
    repeating = setInterval(chime, 2_000);
  },
  stop(): void {
    clearInterval(repeating);
    repeating = undefined;
  },
};
