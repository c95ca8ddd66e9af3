import { createHmac, timingSafeEqual } from 'node:crypto';
import type { NamedKey } from '#platform/secrets.ts';

/** What a mail is about, and what an answer to it is added to. A letter tells of several things: nothing is added to it, and its id is its reader's. */
export interface Thread {
  kind: 'question' | 'post' | 'letter';
  id: string;
}

/** Who answers what, as an address says it. */
export interface Addressed {
  userId: string;
  thread: Thread;
}

/** Addresses that mails are answered to, one for each person and thread. */
export interface ReplyAddresses {
  /** @returns undefined where no mail is taken: then nothing is said of answering a mail */
  of(userId: string, thread: Thread): string | undefined;
  /** The user and the thread an address names. @returns undefined where it was not made here */
  read(address: string): Addressed | undefined;
  /** Every address of our domain in a text, in lower case, as often as it stands there; they may be forged. */
  among(text: string): string[];
}

// [Note: What a reply address holds]
// A local part may have 64 octets (RFC 5321, 4.5.3.1.1), and some systems change its case: so 63 digits of base 32 (RFC 4648, section 7), which
// hold the user's id, the thread's id and the first 56 bits of an HMAC-SHA-256 of both, after a letter for the kind. The tag is short for a MAC,
// and is only tried over the network, where no answer says more than 'no such address'. It does not prove the sender, either: that is what the
// check of the sender is for. Without the tag anybody could find out which addresses exist.

const letters = { question: 'q', post: 'p', letter: 'l' } as const satisfies Record<Thread['kind'], string>;
const kinds = Object.entries(letters) as [Thread['kind'], string][];
const tagBytes = 7;
const digits = 63;
const shape = /^([qpl])([0-9a-v]{63})$/;

/**
 * @param domain where mail for these addresses arrives; undefined where none does
 * @param keys the newest first: it signs, all of them verify
 */
export function createReplyAddresses(domain: string | undefined, keys: readonly NamedKey[]): ReplyAddresses {
  const [newest] = keys;
  if (!domain || !newest) return { of: () => undefined, read: () => undefined, among: () => [] };
  const own = domain.toLowerCase();
  const tagOf = (key: Buffer, kind: Thread['kind'], ids: Buffer) =>
    createHmac('sha256', key).update(kind).update(ids).digest().subarray(0, tagBytes);
  return {
    of(userId, { kind, id }) {
      const ids = Buffer.concat([bytesOf(userId), bytesOf(id)]);
      const signed = Buffer.concat([ids, tagOf(newest.key, kind, ids)]);
      return `${letters[kind]}${BigInt(`0x${signed.toString('hex')}`)
        .toString(32)
        .padStart(digits, '0')}@${own}`;
    },
    read(address) {
      const at = address.lastIndexOf('@');
      const [, letter, written] = shape.exec(address.slice(0, Math.max(at, 0)).toLowerCase()) ?? [];
      const kind = kinds.find(([, one]) => one === letter)?.[0];
      if (!kind || !written || address.slice(at + 1).toLowerCase() !== own) return undefined;
      const signed = readDigits(written);
      if (!signed) return undefined;
      const ids = signed.subarray(0, 32);
      const isOurs = keys.map(({ key }) => timingSafeEqual(tagOf(key, kind, ids), signed.subarray(32))).includes(true);
      return isOurs ? { userId: idOf(ids.subarray(0, 16)), thread: { kind, id: idOf(ids.subarray(16)) } } : undefined;
    },
    among: (text) => (text.match(/[a-z0-9]{64}@[a-z0-9.-]{1,253}/gi) ?? []).map((found) => found.toLowerCase()).filter(isAt(own)),
  };
}

const isAt = (domain: string) => (address: string) => address.endsWith(`@${domain}`);

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
const idOf = (bytes: Buffer): string => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Two ids and a tag; undefined for a number that is larger than they are. */
function readDigits(written: string): Buffer | undefined {
  let value = 0n;
  for (const digit of written) value = value * 32n + BigInt(Number.parseInt(digit, 32));
  const hex = value.toString(16).padStart((32 + tagBytes) * 2, '0');
  return hex.length === (32 + tagBytes) * 2 ? Buffer.from(hex, 'hex') : undefined;
}
