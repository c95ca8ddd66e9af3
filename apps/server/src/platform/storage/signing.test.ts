import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSigning } from './signing.ts';

const secret = Buffer.alloc(32, 7);
const start = 1_795_000_000;
let seconds = start;
const signing = createSigning(secret, { now: () => new Date(seconds * 1_000) });
const key = 'media/01936b0f-5a00-7000-8000-000000000001/medium.webp';

const parse = (address: string) => {
  const [path = '', query = ''] = address.split('?');
  const params = new URLSearchParams(query);
  return { path, e: params.get('e') ?? '', s: params.get('s') ?? '' };
};
const opens = (address: string) => {
  const { path, e, s } = parse(address);
  return signing.verify(path, e, s);
};

describe('the address of an object', () => {
  it('lives for 30 to 60 minutes and stays the same for half an hour, whatever the object and the moment', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), fc.uuid(), (moment, id) => {
        const own = `media/${id}/thumb.webp`;
        seconds = start + moment;
        const address = signing.address(own);
        const left = Number(parse(address).e) - seconds;
        expect(left).toBeGreaterThan(1_800);
        expect(left).toBeLessThanOrEqual(3_600);
        const steady = left - 1_800;
        seconds += steady - 1;
        expect(signing.address(own)).toBe(address);
        seconds += 1;
        expect(signing.address(own)).not.toBe(address);
        expect(opens(address)).toBe(true);
        seconds = start + moment + left - 1;
        expect(opens(address)).toBe(true);
        seconds += 1;
        expect(opens(address)).toBe(false);
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
          expect(opens(address)).toBe(true);
        }
      }),
    );
    seconds = start;
  });

  it('is remembered for so many folders only, and right for all of them', () => {
    const early = signing.address('media/early/thumb.webp');
    for (let n = 0; n < 6_000; n += 1) signing.address(`media/many-${n}/thumb.webp`);
    expect(signing.address('media/early/thumb.webp')).toBe(early);
    expect(opens(signing.address('media/many-17/thumb.webp'))).toBe(true);
  });

  it('does not change for all objects at the same moment', () => {
    const ends = Array.from({ length: 50 }, (_, n) => parse(signing.address(`media/${n}/thumb.webp`)).e);
    expect(new Set(ends).size).toBeGreaterThan(30);
  });

  it('opens nothing when any one character of it is another', () => {
    const address = signing.address(key);
    expect(opens(address)).toBe(true);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=&?./';
    for (let at = 0; at < address.length; at += 1) {
      // Every other last character too: base64url has several spellings of the same last byte.
      for (const other of at === address.length - 1 ? alphabet : 'Az09_=&/') {
        if (other !== address[at]) expect(opens(address.slice(0, at) + other + address.slice(at + 1)), `${at} ${other}`).toBe(false);
      }
    }
  });

  it('opens one object only, is bound to its key, and no other form of its query', () => {
    const { e, s } = parse(signing.address(key));
    expect(signing.verify(key.replace('medium', 'original'), e, s)).toBe(false);
    expect(createSigning(Buffer.alloc(32, 8), { now: () => new Date(seconds * 1_000) }).verify(key, e, s)).toBe(false);
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
      expect(signing.verify(key, expiry, signature)).toBe(false);
    }
  });
});
