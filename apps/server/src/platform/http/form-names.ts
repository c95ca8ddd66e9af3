import { refuse } from './refusal.ts';

type Place = 'value' | 'pushed' | Map<string, Place>;

const wellFormed = /^[^[\]]+(?:\[[^[\]]*\])*$/;
/** Brackets within brackets, at most. */
export const deepestName = 5;

/**
 * Refuses names of form fields of which one value would overwrite another. `a[]` twice are two entries of a list; `a` twice, `a` beside
 * `a[b]`, or `a[0]` beside `a[]` are ambiguous.
 * @returns takes the next name. @throws Refused malformed_request
 */
export function watchNames(): (name: string) => void {
  const root = new Map<string, Place>();
  return (name) => {
    const keys = keysOf(name);
    const last = keys.length - 1;
    let place = root;
    for (const [at, key] of keys.entries()) {
      const known = place.get(key);
      if (at === last) {
        if (known !== undefined && !(key === '' && known === 'pushed')) throw refuse.malformed();
        if (place.size > 0 && place.has('') !== (key === '') && at > 0) throw refuse.malformed();
        place.set(key, key === '' ? 'pushed' : 'value');
      } else {
        if (key === '' || place.has('') || typeof known === 'string') throw refuse.malformed();
        const below = known ?? new Map<string, Place>();
        place.set(key, below);
        place = below;
      }
    }
  };
}

function keysOf(name: string): string[] {
  if (!wellFormed.test(name)) throw refuse.malformed();
  const [first = '', ...more] = name.split('[');
  const keys = [first, ...more.map((key) => key.slice(0, -1))];
  if (keys.length > deepestName + 1 || keys.some((key) => key in Object.prototype)) throw refuse.malformed();
  return keys;
}
