import { t } from '@heartwood/messages/current';
import { createAtom, useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';
import { deviceStorage } from '#platform/device-storage.ts';
import { ring } from '#platform/ring.ts';
import { session } from '#platform/session.ts';
import { showTitleOverAll } from '#platform/title.ts';
import { toasts } from '#platform/toasts.ts';

/** A timer of a step. It runs while `endsAt` is there; without, `left` is what is left; with nothing left it rings. Times in milliseconds. */
export interface Timer {
  postId: string;
  /** Of the recipe. */
  title: string;
  /** Which step, from 0. */
  step: number;
  /** How long it was set to. */
  length: number;
  endsAt: number | null;
  left: number;
}

/** What timers need from around them. */
interface TimerPorts {
  load: () => Promise<readonly Timer[] | undefined>;
  save: (timers: readonly Timer[]) => void;
  now: () => number;
  /** Calls back after some milliseconds. @returns what takes that back */
  later: (run: () => void, milliseconds: number) => () => void;
  /** Rings, or stops ringing. */
  ring: (rings: boolean) => void;
}

/** Whether a timer has come to its end, and nobody has said that they know. */
export const isRinging = ({ endsAt, left }: Timer): boolean => endsAt === null && left === 0;

/** What is left of a timer at a moment, in milliseconds. */
export const leftOf = ({ endsAt, left }: Timer, now: number): number => (endsAt === null ? left : Math.max(0, endsAt - now));

const isOf = (postId: string, step: number) => (timer: Timer) => timer.postId === postId && timer.step === step;

/** Timers that go on whatever page is open, and go on where they were after the page was loaded anew. */
export function createTimers(ports: TimerPorts) {
  const store = createAtom<readonly Timer[]>([]);
  let begun: Promise<void> | undefined;
  let cancel = (): void => undefined;

  function set(next: readonly Timer[]): void {
    store.set(next);
    ports.save(next);
    look();
  }

  /** Lets ring what has come to its end, and waits for the next. */
  function look(): void {
    cancel();
    const now = ports.now();
    const timers = store.get();
    if (timers.some(({ endsAt }) => endsAt !== null && endsAt <= now))
      return set(timers.map((timer) => (timer.endsAt !== null && timer.endsAt <= now ? { ...timer, endsAt: null, left: 0 } : timer)));
    ports.ring(timers.some(isRinging));
    const next = Math.min(...timers.map(({ endsAt }) => endsAt ?? Infinity));
    cancel = Number.isFinite(next) ? ports.later(look, next - now) : () => undefined;
  }

  async function takeKept(): Promise<void> {
    const kept = (await ports.load()) ?? [];
    const since = store.get();
    const before = kept.filter(({ postId, step }) => !since.some(isOf(postId, step)));
    if (before.length > 0) set([...before, ...since]);
  }

  const change = (postId: string, step: number, to: (timer: Timer) => Timer): void =>
    set(store.get().map((timer) => (isOf(postId, step)(timer) ? to(timer) : timer)));

  return {
    store,
    /** Goes on with what was kept; works once. */
    begin(): Promise<void> {
      begun ??= takeKept();
      return begun;
    },
    /** Starts one from its beginning. */
    start(timer: Pick<Timer, 'postId' | 'title' | 'step' | 'length'>): void {
      const others = store.get().filter((one) => !isOf(timer.postId, timer.step)(one));
      set([...others, { ...timer, endsAt: ports.now() + timer.length, left: 0 }]);
    },
    pause: (postId: string, step: number): void =>
      change(postId, step, (timer) => (timer.endsAt === null ? timer : { ...timer, left: leftOf(timer, ports.now()), endsAt: null })),
    goOn: (postId: string, step: number): void =>
      change(postId, step, (timer) => (timer.endsAt === null ? { ...timer, endsAt: ports.now() + timer.left } : timer)),
    /** Gives one more time, also where it rings already. */
    extend: (postId: string, step: number, by: number): void =>
      change(postId, step, (timer) => {
        const length = timer.length + by;
        if (isRinging(timer)) return { ...timer, length, endsAt: ports.now() + by };
        return timer.endsAt === null ? { ...timer, length, left: timer.left + by } : { ...timer, length, endsAt: timer.endsAt + by };
      }),
    /** Takes one away: it was heard, or is not wanted. */
    stop: (postId: string, step: number): void => set(store.get().filter((timer) => !isOf(postId, step)(timer))),
    /** Looks at the clock, for when the page comes back into sight. */
    look,
    /** Forgets everything, when the session ends. */
    forget(): void {
      begun = undefined;
      cancel();
      store.set([]);
      ports.ring(false);
    },
  };
}

/** The timers of this device, for whoever is signed in. */
export const timers = createTimers({
  load: () => deviceStorage.value<readonly Timer[]>('timers'),
  save: (all) => void deviceStorage.setValue('timers', all.length > 0 ? all : undefined),
  now: () => Date.now(),
  later(run, milliseconds) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  ring: (rings) => (rings ? ring.start() : ring.stop()),
});
if (typeof document !== 'undefined') document.addEventListener('visibilitychange', timers.look);
session.onEnd(timers.forget);

// [Note: What rings can be stopped] A timer rings on any page. Pages of recipes show what rings in their flow (`RunningTimers`); on all others a
// toast says it, until it is stopped there or closed, which is the same. One at a time: the others follow, and messages keep their room.

/** How many places on this page show what rings. */
let places = 0;
/** The toast that says that a timer rings. */
let told: { timer: Timer; id: string } | undefined;

function tell(): void {
  const ringing = timers.store.get().filter(isRinging);
  showTitleOverAll(ringing[0] && t('recipes.timer.ringingTitle', { title: ringing[0].title }));
  const isTold = ringing.some((timer) => told && isOf(told.timer.postId, told.timer.step)(timer));
  if (told && (!isTold || places > 0)) {
    const { id } = told;
    told = undefined;
    toasts.close(id);
  }
  const [timer] = ringing;
  if (!timer || told || places > 0) return;
  const stop = () => timers.stop(timer.postId, timer.step);
  const text = t('recipes.timer.ringingTitle', { title: timer.title });
  const id = toasts.add(text, { icon: 'none', urgent: true, timeout: Infinity, action: { label: t('recipes.timer.stop'), run: stop } });
  told = { timer, id };
}

/** Whoever closes the toast has heard it. */
function stopClosed(): void {
  if (!told || toasts.store.get().some(({ id }) => id === told?.id)) return;
  const { postId, step } = told.timer;
  told = undefined;
  timers.stop(postId, step);
}
timers.store.subscribe(tell);
toasts.store.subscribe(stopClosed);

/** Says that a place on this page shows what rings. @returns what takes it back */
export function showsRinging(): () => void {
  places += 1;
  tell();
  return () => {
    places -= 1;
    tell();
  };
}

/** The timers of this device, in a component that shows those that ring. */
export function useRinging(): readonly Timer[] {
  useEffect(showsRinging, []);
  return useTimers();
}

/** The timers of this device, in a component. */
export const useTimers = (): readonly Timer[] => useSelector(timers.store);
