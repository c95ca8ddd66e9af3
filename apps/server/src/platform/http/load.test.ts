import { describe, expect, it } from 'vitest';
import { Load } from './load.ts';

const door = '/api/posts';

/** A door that is asked for more all the time. */
class Crowded {
  private readonly load = new Load();
  private working = 0;

  /** Does so many requests a second, for some tenths of a second. @returns how many were worked at at once, in each of them */
  does(perSecond: number, tenths: number): number[] {
    let due = 0;
    return Array.from({ length: tenths }, () => {
      this.fill();
      const most = this.working;
      for (due += perSecond / 10; due >= 1 && this.working > 0; due -= 1, this.working -= 1) this.load.leave(door, true);
      this.fill();
      this.load.measure();
      return most;
    });
  }

  private fill(): void {
    for (; !this.load.isFull(door); this.working += 1) this.load.enter(door);
  }
}

/** Seconds that whoever is let in last waits, at the most, in the last of some tenths. */
const waits = (letIn: number[], perSecond: number) => Math.max(...letIn.slice(-50)) / perSecond;

describe('how much is let in', () => {
  it.each([20, 30, 60, 150, 600])('is what a door does in half a second, also where that is %i a second', (perSecond) => {
    const letIn = new Crowded().does(perSecond, 200);
    expect(waits(letIn, perSecond)).toBeLessThan(0.75);
    expect(Math.min(...letIn.slice(-50))).toBeGreaterThanOrEqual(Math.min(8, perSecond / 4));
  });

  it('is found out again within seconds when a door becomes faster or slower', () => {
    const crowded = new Crowded();
    crowded.does(600, 100);
    expect(waits(crowded.does(40, 200), 40)).toBeLessThan(0.75);
    expect(Math.min(...crowded.does(600, 100).slice(-50))).toBeGreaterThan(150);
  });

  it('is eight at the least, at a door that gets nothing done', () => {
    const crowded = new Crowded();
    crowded.does(1, 600);
    const letIn = crowded.does(1, 50);
    expect(letIn).toEqual(letIn.map(() => 8));
  });
});
