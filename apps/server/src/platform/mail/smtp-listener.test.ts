import { expect, test } from 'vitest';
import { countFrom } from './smtp-listener.ts';

test('connections from one /64 of IPv6 count as from one address, those from another one and from each of IPv4 do not', () => {
  const open = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::2', '2001:db8:1:3::1', '203.0.113.7', '203.0.113.8', ''];
  expect(countFrom('2001:db8:1:2::3', open)).toBe(2);
  expect(countFrom('2001:db8:1:3::1', open)).toBe(1);
  expect(countFrom('203.0.113.7', open)).toBe(1);
});
