import { expect, test } from 'vitest';
import { createSearches } from './state.ts';

/** A device that says what it keeps when it is told to. */
function slowDevice(kept: unknown) {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const written: unknown[] = [];
  const storage = {
    value: <Value>() => promise as Promise<Value | undefined>,
    setValue: (_name: string, value: unknown) => Promise.resolve(written.push(value)),
  };
  return { storage, written, answer: () => resolve(kept) };
}

test('what is looked for before the device has answered stands before what it keeps', async () => {
  const { storage, written, answer } = slowDevice(['duck', 'snow']);
  const { searches, remember } = createSearches(storage, 'searches nora');
  const remembered = remember('owl');
  expect(written).toEqual([]);
  expect(searches.get(), 'not known yet').toBeUndefined();
  answer();
  await remembered;
  expect(searches.get()).toEqual(['owl', 'duck', 'snow']);
  expect(written).toEqual([['owl', 'duck', 'snow']]);
});

test('each search is written once, and all are forgotten at once', async () => {
  const { storage, written, answer } = slowDevice(undefined);
  answer();
  const { searches, remember, forget } = createSearches(storage, 'searches nora');
  await remember('owl');
  await remember('duck');
  await forget();
  expect(searches.get()).toEqual([]);
  expect(written).toEqual([['owl'], ['duck', 'owl'], undefined]);
});
