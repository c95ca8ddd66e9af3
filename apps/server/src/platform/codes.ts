import { randomBytes } from 'node:crypto';

/** Letters and digits that are not mistaken for one another (Crockford's base 32). */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A new secret of 80 random bits that people can read out and type: sixteen letters and digits, in groups. */
export const newCode = (): string => writtenCode(randomBytes(10));

/** Bytes as a code is written, in groups of four. */
export function writtenCode(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const code = [...bits.matchAll(/.{5}/g)].map(([five]) => letters[Number.parseInt(five, 2)]).join('');
  return code.match(/.{4}/g)?.join('-') ?? '';
}

/** A code as it was typed, without separators, and with letters that are mistaken for digits read as those. */
export const plainCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
