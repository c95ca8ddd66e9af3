import { beforeEach, expect, test, vi } from 'vitest';
import { forbidZoom } from './zoom.ts';

interface Touch {
  timeStamp: number;
  target: { closest: () => unknown };
  preventDefault: () => void;
}

let viewport: string;
let prevented = 0;
const listeners = new Map<string, (event: Touch) => void>();

beforeEach(() => {
  viewport = 'width=device-width, initial-scale=1';
  prevented = 0;
  listeners.clear();
  vi.stubGlobal('document', {
    querySelector: () => ({ setAttribute: (_: string, content: string) => (viewport = content) }),
    addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
  });
  forbidZoom();
});

const happens = (name: string, timeStamp: number, control: unknown = null) =>
  listeners.get(name)?.({ timeStamp, target: { closest: () => control }, preventDefault: () => (prevented += 1) });

test('[S9.4] iOS does not zoom, by scale, double tap or pinch', () => {
  expect(viewport).toContain('maximum-scale=1');
  expect(viewport).toContain('user-scalable=no');
  happens('touchend', 10);
  expect(prevented, 'the first tap of a page').toBe(0);
  happens('touchend', 210);
  expect(prevented).toBe(1);
  happens('touchend', 1_000);
  expect(prevented).toBe(1);
  for (const gesture of ['gesturestart', 'gesturechange', 'gestureend']) happens(gesture, 3_000);
  expect(prevented).toBe(4);
});

test('two quick taps on a button are two', () => {
  happens('touchend', 1_000, {});
  happens('touchend', 1_150, {});
  expect(prevented).toBe(0);
});
