import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let seen: string[];
let afterPress: (act: () => void) => void;
const happens = (name: string, pointerType: string) => document.dispatchEvent(Object.assign(new Event(name), { pointerType }));

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('document', new EventTarget());
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
  afterPress(act);
  expect(seen, 'the press is over').toEqual(['click', 'acted', 'acted']);
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

test('what comes between the finger and its click waits, too, all in its order', () => {
  happens('pointerdown', 'touch');
  afterPress(() => void seen.push('first'));
  happens('pointerup', 'touch');
  vi.advanceTimersByTime(20);
  afterPress(act);
  for (const name of ['mousedown', 'mouseup']) happens(name, 'mouse');
  seen.push('click');
  vi.advanceTimersByTime(49);
  expect(seen).toEqual(['click']);
  vi.advanceTimersByTime(1);
  expect(seen).toEqual(['click', 'first', 'acted']);
});

test('a menu of the browser ends the press, also where the browser does not say that the pointer is up', () => {
  happens('pointerdown', 'mouse');
  happens('contextmenu', 'mouse');
  vi.advanceTimersByTime(50);
  afterPress(act);
  expect(seen).toEqual(['acted']);
});
