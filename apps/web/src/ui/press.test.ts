import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** Node's removes no listener that was added with a bare `true`. */
class Listened extends EventTarget {
  override removeEventListener(name: string, listener: EventListener, capture: boolean): void {
    super.removeEventListener(name, listener, { capture });
  }
}

let seen: string[];
let afterPress: (act: () => void) => void;
const happens = (name: string, pointerType: string) => document.dispatchEvent(Object.assign(new Event(name), { pointerType }));

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('document', new Listened());
  vi.resetModules();
  ({ afterPress } = await import('./press.ts'));
  seen = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const act = () => void seen.push('acted');

test('what follows comes at once where nothing is pressed', () => {
  afterPress(act);
  expect(seen).toEqual(['acted']);
});

test('it waits until the mouse is up and its click has come', () => {
  happens('pointerdown', 'mouse');
  afterPress(act);
  happens('pointerup', 'mouse');
  seen.push('click');
  vi.advanceTimersByTime(50);
  expect(seen).toEqual(['click', 'acted']);
});

test('it waits for the click of a finger, which comes later, and acts once', () => {
  happens('pointerdown', 'touch');
  afterPress(act);
  happens('pointerup', 'touch');
  vi.advanceTimersByTime(20);
  for (const name of ['mousedown', 'mouseup']) happens(name, 'mouse');
  seen.push('click');
  vi.advanceTimersByTime(50);
  expect(seen).toEqual(['click', 'acted']);
});

test('a menu of the browser ends the press, also where the browser does not say that the pointer is up', () => {
  happens('pointerdown', 'mouse');
  happens('contextmenu', 'mouse');
  afterPress(act);
  expect(seen).toEqual(['acted']);
});
