import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createReplyAddresses } from './reply-address.ts';
import type { Thread } from './reply-address.ts';

const key = (fill: number) => ({ id: `k${fill}`, key: Buffer.alloc(32, fill) });
const addresses = createReplyAddresses('reply.example.org', [key(1)]);
const threads = fc.record({ kind: fc.constantFrom<Thread['kind'][]>('question', 'post', 'letter'), id: fc.uuid() });

test('an address names whom and what it was made for, in any case, and fits into a local part', () => {
  fc.assert(
    fc.property(fc.uuid(), threads, (userId, thread) => {
      const address = addresses.of(userId, thread)!;
      expect(address).toMatch(/^[qpl][0-9a-v]{63}@reply\.example\.org$/);
      for (const written of [address, address.toUpperCase()]) expect(addresses.read(written)).toEqual({ userId, thread });
      expect(addresses.among(`To: <${address}>,\r\n someone@reply.example.org`)).toEqual([address]);
    }),
  );
});

test('whatever is changed about it, it names nobody', () => {
  fc.assert(
    fc.property(
      fc.uuid(),
      threads,
      fc.nat(63),
      fc.constantFrom(...'0123456789abcdefghijklmnopqrstuvwxyz.'),
      (userId, thread, at, other) => {
        const address = addresses.of(userId, thread)!;
        fc.pre(address[at] !== other);
        expect(addresses.read(address.slice(0, at) + other + address.slice(at + 1))).toBeUndefined();
      },
    ),
  );
  const address = addresses.of('0193ae00-0000-7000-8000-000000000001', { kind: 'post', id: '0193ae00-0000-7000-8000-000000000002' })!;
  for (const wrong of [
    '',
    '@',
    '@reply.example.org',
    address.replace('reply.', 'other.'),
    `${address}.`,
    `a${address}`,
    address.slice(0, 64),
  ])
    expect(addresses.read(wrong)).toBeUndefined();
});

test('addresses of an older secret are still read, those of another one are not; without a domain there are none', () => {
  const thread = { kind: 'question', id: '0193ae00-0000-7000-8000-000000000002' } as const;
  const userId = '0193ae00-0000-7000-8000-000000000001';
  const old = addresses.of(userId, thread)!;
  expect(createReplyAddresses('reply.example.org', [key(2), key(1)]).read(old)).toEqual({ userId, thread });
  expect(createReplyAddresses('reply.example.org', [key(2)]).read(old)).toBeUndefined();
  const off = createReplyAddresses(undefined, [key(1)]);
  expect([off.of(userId, thread), off.read(old), off.among(old)]).toEqual([undefined, undefined, []]);
});
