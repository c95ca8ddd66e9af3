import { describe, expect, it } from 'vitest';
import { settle } from '../../test/settle.ts';
import { createWaitingDevice } from '../../test/waiting-device.ts';
import { createWaitingList, type Waiting } from './waiting-list.ts';

interface Letter extends Waiting {
  text: string;
}
const letter = (id: string, minute = 0): Letter => ({
  id,
  text: `Text of ${id}`,
  since: new Date(Date.UTC(2026, 7, 1, 10, minute)).toISOString(),
});

/** Two pages of one browser. */
function stage(found: readonly Letter[] = []) {
  const device = createWaitingDevice(found);
  const open = () => {
    const { store, end } = device.page();
    const list = createWaitingList(store);
    const later: string[][] = [];
    const ids = () => list.store.get().map(({ id }) => id);
    return { list, ids, later, end, look: () => list.takeKept(() => void later.push(ids())), elsewhere: () => [...list.elsewhere.get()] };
  };
  return { kept: device.kept, first: open(), second: open() };
}

describe('what waits', () => {
  it('is taken up in the order it was written', async () => {
    const { first } = stage([letter('b', 2), letter('a', 1)]);
    first.list.add(letter('c', 3));
    await first.look();
    expect(first.ids()).toEqual(['a', 'b', 'c']);
  });

  it('belongs to one page: another one counts it, and takes it up as it is once that page has gone', async () => {
    const { first, second } = stage();
    first.list.add(letter('a', 1));
    second.list.add(letter('b', 2));
    await second.look();
    expect([second.ids(), second.elsewhere(), second.later]).toEqual([['b'], ['a'], []]);
    first.list.change([{ ...letter('a', 1), text: 'Changed.' }]);
    first.end();
    await settle();
    expect([second.ids(), second.elsewhere(), second.later]).toEqual([['a', 'b'], [], [['a', 'b']]]);
    expect(second.list.store.get()[0]?.text).toBe('Changed.');
  });

  it('is nothing to another page once it has left, or was taken back', async () => {
    const { first, second, kept } = stage();
    first.list.add(letter('a'));
    await second.look();
    first.list.remove('a');
    await settle();
    expect([second.ids(), second.elsewhere(), second.later, [...kept.keys()]]).toEqual([[], [], [], []]);
  });

  it('is looked for once more, and taken once', async () => {
    const { first, second, kept } = stage([letter('a', 1)]);
    await Promise.all([first.look(), first.look()]);
    expect([first.ids(), first.elsewhere()]).toEqual([['a'], []]);
    second.list.add(letter('b', 2));
    await first.look();
    await second.look();
    expect([first.ids(), first.elsewhere(), second.ids(), second.elsewhere()]).toEqual([['a'], ['b'], ['b'], ['a']]);
    expect([...kept.keys()]).toEqual(['a', 'b']);
  });

  it('is let go when the session ends, and waited for no more', async () => {
    const { first, second, kept } = stage();
    first.list.add(letter('a'));
    await second.look();
    second.list.forget();
    first.list.forget();
    await settle();
    expect([first.ids(), second.ids(), second.elsewhere(), second.later]).toEqual([[], [], [], []]);
    expect([...kept.keys()]).toEqual(['a']);
    await second.look();
    expect(second.ids()).toEqual(['a']);
  });
});
