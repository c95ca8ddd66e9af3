import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toasts } from '#platform/toasts.ts';
import { createTimers, isRinging, leftOf, showsRinging, timers, type Timer } from './state.ts';

const minute = 60_000;

/** Timers whose clock is moved, with what was kept and whether they ring. */
function world(kept: readonly Timer[] = [], at = 0) {
  const heard: boolean[] = [];
  const state = { now: at, kept, waiting: undefined as { run: () => void; at: number } | undefined };
  const timers = createTimers({
    load: () => Promise.resolve(state.kept),
    save: (all) => void (state.kept = all),
    now: () => state.now,
    later(run, milliseconds) {
      const one = { run, at: state.now + milliseconds };
      state.waiting = one;
      return () => {
        if (state.waiting === one) state.waiting = undefined;
      };
    },
    ring: (rings) => heard.push(rings),
  });
  return {
    timers,
    state,
    rings: () => heard.at(-1) ?? false,
    one: () => timers.store.get()[0] as Timer,
    pass(milliseconds: number) {
      const until = state.now + milliseconds;
      while (state.waiting && state.waiting.at <= until) {
        const { run, at: due } = state.waiting;
        state.waiting = undefined;
        state.now = due;
        run();
      }
      state.now = until;
    },
  };
}
const soup = { postId: 'soup', title: 'Soup', step: 1, length: 30 * minute };

describe('a timer', () => {
  it('rings when its time has come, until somebody has heard it', () => {
    const { timers, rings, one, pass, state } = world();
    timers.start(soup);
    pass(30 * minute - 1);
    expect([rings(), leftOf(one(), state.now)]).toEqual([false, 1]);
    pass(1);
    expect([rings(), isRinging(one())]).toEqual([true, true]);
    timers.stop('soup', 1);
    expect([rings(), timers.store.get(), state.waiting]).toEqual([false, [], undefined]);
  });

  it('stands still while it is paused, and takes minutes more', () => {
    const { timers, rings, one, pass, state } = world();
    timers.start(soup);
    pass(10 * minute);
    timers.pause('soup', 1);
    pass(60 * minute);
    expect([rings(), leftOf(one(), state.now)]).toEqual([false, 20 * minute]);
    timers.extend('soup', 1, minute);
    timers.goOn('soup', 1);
    pass(21 * minute - 1);
    expect(rings()).toBe(false);
    pass(1);
    expect(rings()).toBe(true);
    timers.extend('soup', 1, minute);
    expect([rings(), leftOf(one(), state.now), one().length]).toEqual([false, minute, 32 * minute]);
  });

  it('goes on beside others, each for itself', () => {
    const { timers, rings, pass } = world();
    timers.start(soup);
    timers.start({ ...soup, step: 2, length: minute });
    timers.start({ ...soup, postId: 'dal', length: 5 * minute });
    pass(minute);
    expect([
      rings(),
      timers.store
        .get()
        .filter(isRinging)
        .map(({ step }) => step),
    ]).toEqual([true, [2]]);
    timers.stop('soup', 2);
    expect(rings()).toBe(false);
    pass(4 * minute);
    expect(
      timers.store
        .get()
        .filter(isRinging)
        .map(({ postId }) => postId),
    ).toEqual(['dal']);
  });

  it('goes on after the page was loaded anew, and rings at once where it ended meanwhile', async () => {
    const before = world();
    before.timers.start(soup);
    before.timers.start({ ...soup, step: 2, length: minute });
    const after = world(before.state.kept, 10 * minute);
    await after.timers.begin();
    expect([
      after.rings(),
      after.timers.store
        .get()
        .filter(isRinging)
        .map(({ step }) => step),
    ]).toEqual([true, [2]]);
    after.timers.stop('soup', 2);
    after.pass(20 * minute);
    expect(after.rings()).toBe(true);
  });

  it('is not taken twice where it was started before what was kept had been read', async () => {
    const before = world();
    before.timers.start(soup);
    const after = world(before.state.kept, minute);
    after.timers.start({ ...soup, length: minute });
    await after.timers.begin();
    expect(after.timers.store.get()).toHaveLength(1);
  });

  it('is silent once the session has ended', () => {
    const { timers, rings, pass } = world();
    timers.start({ ...soup, length: minute });
    pass(minute);
    timers.forget();
    expect([rings(), timers.store.get()]).toEqual([false, []]);
  });
});

describe('a timer that rings where no page shows it', () => {
  const page = { title: '' };
  const said = () => toasts.store.get().map(({ text }) => text);
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('document', page);
  });
  afterEach(() => {
    timers.forget();
    vi.useRealTimers();
  });
  const start = (title: string, length: number) => timers.start({ postId: title, title, step: 0, length });

  it('is said by a toast that stays until it is stopped there, one at a time', () => {
    start('Soup', minute);
    start('Rice', 2 * minute);
    vi.advanceTimersByTime(10 * minute);
    expect(said()).toEqual(['Time is up: Soup']);
    expect(page.title).toContain('Time is up: Soup');
    const [first] = toasts.store.get();
    expect([first?.type, first?.urgent, first?.action?.label], 'no error, and announced at once').toEqual(['success', true, 'Stop']);
    first?.action?.run();
    expect([timers.store.get().map(({ title }) => title), said()]).toEqual([['Rice'], ['Time is up: Rice']]);
    toasts.store.get()[0]?.action?.run();
    expect([timers.store.get(), said()]).toEqual([[], []]);
  });

  it('has been heard by whoever closes the toast', () => {
    start('Soup', minute);
    vi.advanceTimersByTime(minute);
    toasts.close(toasts.store.get()[0]!.id);
    expect([timers.store.get(), said()]).toEqual([[], []]);
  });

  it('is not said twice on a page that shows it, and is said once that has gone', () => {
    const leave = showsRinging();
    start('Soup', minute);
    vi.advanceTimersByTime(minute);
    expect(said()).toEqual([]);
    leave();
    expect(said()).toEqual(['Time is up: Soup']);
    const leaveAgain = showsRinging();
    expect([said(), timers.store.get().length]).toEqual([[], 1]);
    leaveAgain();
    timers.forget();
    expect(said(), 'after the session').toEqual([]);
  });
});
