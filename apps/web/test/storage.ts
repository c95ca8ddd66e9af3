/** The storage of a browser on a map, which a test may look into and write to. */
export const storageOn = (kept: Map<string, string>): Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'> => ({
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => void kept.set(key, value),
  removeItem: (key) => void kept.delete(key),
  clear: () => kept.clear(),
});
