import { message } from '@heartwood/messages/message';
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { refuse } from './refusal.ts';

/** Signs the position at which a list continues, for one list and one user. */
export interface Cursors {
  /** @param list names the list with all its filters */
  seal(list: string, userId: string, position: readonly string[]): string;
  /** @throws Refused validation_failed where the cursor is not of that list and user */
  open(list: string, userId: string, cursor: string | undefined): string[] | undefined;
}

/** Cursors signed with a key of their own (HMAC-SHA-256, 128 bits of it). */
export function createCursors(secret: Buffer): Cursors {
  const key = createSecretKey(secret);
  const sign = (list: string, userId: string, body: string) =>
    createHmac('sha256', key).update(`${list}\n${userId}\n${body}`).digest().subarray(0, 16);
  return {
    seal(list, userId, position) {
      const body = Buffer.from(JSON.stringify(position)).toString('base64url');
      return `${body}.${sign(list, userId, body).toString('base64url')}`;
    },
    open(list, userId, cursor) {
      if (cursor === undefined) return undefined;
      const [body = '', signature = ''] = cursor.split('.');
      const given = Buffer.from(signature, 'base64url');
      const right = sign(list, userId, body);
      if (given.length !== right.length || !timingSafeEqual(given, right))
        throw refuse.invalid({ cursor: [message('validation.default', { field: 'Cursor' })] });
      return JSON.parse(Buffer.from(body, 'base64url').toString()) as string[];
    },
  };
}
