import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newCode, plainCode, writtenCode } from './codes.ts';

test('a code survives how people write it', () => {
  expect(writtenCode(new Uint8Array(10))).toBe('0000-0000-0000-0000');
  expect(writtenCode(new Uint8Array(10).fill(255))).toBe('ZZZZ-ZZZZ-ZZZZ-ZZZZ');
  expect(plainCode(' o1Il-abcd ')).toBe('0111ABCD');
  expect(newCode()).not.toBe(newCode());
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 10, maxLength: 10 }), (bytes) => {
      const code = writtenCode(bytes);
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
      expect(plainCode(code.toLowerCase().replaceAll('-', ' '))).toBe(plainCode(code));
    }),
  );
});
