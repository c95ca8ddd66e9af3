import { expect, test } from 'vitest';
import { storageOn } from '../../test/storage.ts';
import { createBuildWatch, pollEvery, reloadGuard } from './builds.ts';

function setup(latest: () => Promise<{ id: string }>, running = 'one', record = async (id: string) => ({ id })) {
  const kept = new Map<string, string>();
  const world = { now: 1_000_000, path: '/dashboard', reloads: 0, kept };
  const watch = createBuildWatch({
    running,
    latest,
    record,
    now: () => world.now,
    kept: storageOn(kept),
    path: () => world.path,
    reload: () => void (world.reloads += 1),
  });
  return { watch, world };
}

test('[S4.7] a newer build is announced once, without a reload', async () => {
  const { watch, world } = setup(async () => ({ id: 'two' }));
  let told = 0;
  watch.newer.subscribe(() => (told += 1));
  expect(await watch.look()).toBe(true);
  await watch.look();
  expect(watch.newer.get()).toBe(true);
  expect(told).toBe(1);
  expect(world.reloads).toBe(0);
});

test('an answer from before the newer build, arriving last, takes nothing back', async () => {
  const older = Promise.withResolvers<{ id: string }>();
  const answers = [older.promise, Promise.resolve({ id: 'two' })];
  const { watch } = setup(() => answers.shift()!);
  const first = watch.look();
  expect(await watch.look()).toBe(true);
  older.resolve({ id: 'one' });
  expect(await first).toBe(true);
  expect(watch.newer.get()).toBe(true);
});

test('the same build, no answer and development announce nothing', async () => {
  expect(await setup(async () => ({ id: 'one' })).watch.look()).toBe(false);
  expect(await setup(() => Promise.reject(new Error('offline'))).watch.look()).toBe(false);
  expect(await setup(async () => ({ id: 'two' }), '').watch.look()).toBe(false);
});

test('[S7.12] a build whose record is not there yet is not announced, nor loaded', async () => {
  const { watch, world } = setup(
    async () => ({ id: 'two' }),
    'one',
    () => Promise.reject(new Error('not found')),
  );
  expect(await watch.look()).toBe(false);
  expect(await watch.recover()).toBe(false);
  expect(world.reloads).toBe(0);
});

test('[S4.8] a part that cannot be loaded reloads the page only when there is a newer build', async () => {
  const same = setup(async () => ({ id: 'one' }));
  expect(await same.watch.recover()).toBe(false);
  expect(same.world.reloads).toBe(0);
  const newer = setup(async () => ({ id: 'two' }));
  expect(await newer.watch.recover()).toBe(true);
  expect(newer.world.reloads).toBe(1);
});

test('[S4.8] at most one reload in ten seconds per path', async () => {
  const { watch, world } = setup(async () => ({ id: 'two' }));
  await watch.recover();
  world.now += reloadGuard - 1;
  expect(await watch.recover()).toBe(false);
  world.path = '/children';
  expect(await watch.recover()).toBe(true);
  world.path = '/dashboard';
  world.now += 1;
  expect(await watch.recover()).toBe(true);
  expect(world.reloads).toBe(3);
  expect(reloadGuard).toBe(10_000);
  expect(pollEvery).toBe(300_000);
});
