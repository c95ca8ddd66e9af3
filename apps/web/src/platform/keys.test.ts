import { describe, expect, it } from 'vitest';
import { createKeys } from './keys.ts';

function keysOn(values: Map<string, unknown>, freshKey: () => string) {
  const storage = {
    value: <Value>(name: string) => Promise.resolve(values.get(name) as Value | undefined),
    setValue: (name: string, value: unknown) => Promise.resolve(value === undefined ? values.delete(name) : values.set(name, value)),
  };
  return createKeys('draft', { storage, freshKey });
}
function counting() {
  let n = 0;
  return () => `key-${(n += 1)}`;
}

describe('the key of what is sent', () => {
  it('is the same as long as it says the same', async () => {
    const { keyFor } = createKeys(undefined, { freshKey: counting() });
    const said = [{ text: 'a' }, { text: 'a' }, { text: 'b' }, { text: 'a' }];
    const keys = [];
    for (const one of said) keys.push(await keyFor(one));
    expect(keys).toEqual(['key-1', 'key-1', 'key-2', 'key-3']);
  });

  it('is the same in a page that is loaded anew, and another one once it was sent', async () => {
    const device = new Map<string, unknown>();
    const freshKey = counting();
    const first = await keysOn(device, freshKey).keyFor({ text: 'a' });
    const again = keysOn(device, freshKey);
    expect(await again.keyFor({ text: 'a' })).toBe(first);
    again.forget();
    expect(device.size).toBe(0);
    expect(await keysOn(device, freshKey).keyFor({ text: 'a' })).not.toBe(first);
  });
});
