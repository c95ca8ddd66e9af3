import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSigning } from './signing.ts';

const secret = Buffer.alloc(32, 7);
const start = 1_795_000_000;
let seconds = start;
const signing = createSigning(secret, { now: () => new Date(seconds * 1_000) });
const folder = 'media';
const key = `${folder}/01936b0f-5a00-7000-8000-000000000001/medium.webp`;

const parse = (address: string) => {
  const [path = '', query = ''] = address.split('?');
  const params = new URLSearchParams(query);
  return { path, e: params.get('e') ?? '', s: params.get('s') ?? '' };
};
const opens = (address: string) => {
  const { path, e, s } = parse(address);
  return signing.keyAt(path, e, s);
};

describe('the address of an object', () => {
  it('lives for 30 to 60 minutes and stays the same for half an hour, whatever the object and the time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), fc.uuid(), (offset, id) => {
        const own = `media/${id}/thumb.webp`;
        seconds = start + offset;
        const address = signing.address(own);
        expect(signing.keyIn(address)).toBe(own);
        const left = Number(parse(address).e) - seconds;
        expect(left).toBeGreaterThan(1_800);
        expect(left).toBeLessThanOrEqual(3_600);
        const steady = left - 1_800;
        seconds += steady - 1;
        expect(signing.address(own)).toBe(address);
        seconds += 1;
        expect(signing.address(own)).not.toBe(address);
        expect(opens(address)).toBe(own);
        seconds = start + offset + left - 1;
        expect(opens(address)).toBe(own);
        seconds += 1;
        expect(opens(address)).toBeUndefined();
      }),
    );
    seconds = start;
  });

  it('is the same for an object by itself and among those of its folder, whichever was asked for first and whenever', () => {
    const name = fc.constantFrom('large.webp', 'thumb.webp', 'original.jpg');
    const asked = fc.array(fc.tuple(fc.integer({ min: 0, max: 4_000 }), name, fc.boolean()), { minLength: 2, maxLength: 20 });
    fc.assert(
      fc.property(fc.uuid(), asked, (id, all) => {
        const folder = `media/${id}`;
        for (const [later, which, byItself] of all) {
          seconds += later;
          const other = createSigning(secret, { now: () => new Date(seconds * 1_000) });
          const address = byItself ? signing.address(`${folder}/${which}`) : signing.addressesIn(folder)(which);
          expect(address).toBe(byItself ? other.addressesIn(folder)(which) : other.address(`${folder}/${which}`));
          const left = Number(parse(address).e) - seconds;
          expect(left).toBeGreaterThan(1_800);
          expect(left).toBeLessThanOrEqual(3_600);
          expect(signing.expiry(`${folder}/${which}`)).toBe(Number(parse(address).e));
          expect(opens(address)).toBe(`${folder}/${which}`);
        }
      }),
    );
    seconds = start;
  });

  it('is remembered for so many folders only, and right for all of them', () => {
    const early = signing.address('media/early/thumb.webp');
    for (let n = 0; n < 6_000; n += 1) signing.address(`media/many-${n}/thumb.webp`);
    expect(signing.address('media/early/thumb.webp')).toBe(early);
    expect(opens(signing.address('media/many-17/thumb.webp'))).toBe('media/many-17/thumb.webp');
  });

  it('names the object with a short id, and no other object with the same', () => {
    const parts = fc.tuple(
      fc.constantFrom('media', 'portraits', 'exports'),
      fc.uuid(),
      fc.constantFrom('thumb.webp', 'a-name-of-22-letters-x.zip'),
    );
    fc.assert(
      fc.property(parts, parts, (one, other) => {
        const [key, another] = [one.join('/'), other.join('/')];
        expect(opens(signing.address(key))).toBe(key);
        expect(parse(signing.address(key)).path).toHaveLength(key.length - 14);
        expect(parse(signing.address(another)).path === parse(signing.address(key)).path).toBe(another === key);
      }),
    );
  });

  it('does not change for all objects at the same time', () => {
    const ends = Array.from({ length: 50 }, (_, n) => parse(signing.address(`media/${n}/thumb.webp`)).e);
    expect(new Set(ends).size).toBeGreaterThan(30);
  });

  it('opens nothing when any one character of it is another', () => {
    const address = signing.address(key);
    expect(opens(address)).toBe(key);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=&?./';
    for (let at = 0; at < address.length; at += 1) {
      // Every other last character of the signature and of the id too: base64url has several spellings of the same last byte.
      const isLast = at === address.length - 1 || (address[at + 1] === '/' && at > folder.length);
      for (const other of isLast ? alphabet : 'Az09_=&/') {
        if (other !== address[at]) expect(opens(address.slice(0, at) + other + address.slice(at + 1)), `${at} ${other}`).toBeUndefined();
      }
    }
  });

  it('opens one object only, is bound to its key, and no other form of its query', () => {
    const { path, e, s } = parse(signing.address(key));
    expect(signing.keyAt(path, e, s)).toBe(key);
    expect(signing.keyAt(path.replace('medium', 'original'), e, s)).toBeUndefined();
    expect(signing.keyAt(key, e, s)).toBeUndefined();
    expect(createSigning(Buffer.alloc(32, 8), { now: () => new Date(seconds * 1_000) }).keyAt(path, e, s)).toBeUndefined();
    for (const [expiry, signature] of [
      [`0${e}`, s],
      [` ${e}`, s],
      [`${e}.0`, s],
      ['', s],
      [e, ''],
      [e, `${s}=`],
      [[e, e], s],
      [e, [s]],
      [undefined, undefined],
      [Number(e), s],
    ]) {
      expect(signing.keyAt(path, expiry, signature)).toBeUndefined();
    }
  });
});
