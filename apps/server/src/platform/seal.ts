import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { NamedKey } from './secrets.ts';

/** Encrypts what must not be readable in the database. */
export interface Seal {
  /** The name of the key that seals. */
  keyId: string;
  /**
   * @param about what the text belongs to; it opens for nothing else
   * @returns version, nonce, tag and ciphertext as base64url
   */
  close(text: string, about?: string): string;
  /** @throws Error where no key fits, it belongs to something else, or a byte was changed */
  open(sealed: string, about?: string): string;
}

const version = 1;
const nonceBytes = 12;
const tagBytes = 16;

/**
 * AES-256-GCM with a fresh 96-bit nonce for every text; what it is about is authenticated with it (NIST SP 800-38D).
 * @param keys the newest first: see [Note: Rolling the secret] in platform/secrets.ts
 */
export function createSeal(keys: readonly NamedKey[]): Seal {
  const [newest] = keys;
  if (!newest) throw new Error('a seal needs a key');
  return {
    keyId: newest.id,
    close(text, about = '') {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', newest.key, nonce).setAAD(Buffer.from(about));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed, about = '') {
      const bytes = Buffer.from(sealed, 'base64url');
      // Every spelling but the one that was written is a change, too.
      if (bytes[0] !== version || bytes.length < 1 + nonceBytes + tagBytes || bytes.toString('base64url') !== sealed)
        throw new Error('This is nothing that was sealed here.');
      for (const { key } of keys) {
        const text = tryToOpen(key, bytes, about);
        if (text !== undefined) return text;
      }
      throw new Error('No key opens this, or it was changed.');
    },
  };
}

function tryToOpen(key: Buffer, bytes: Buffer, about: string): string | undefined {
  const nonce = bytes.subarray(1, 1 + nonceBytes);
  const tag = bytes.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes }).setAuthTag(tag).setAAD(Buffer.from(about));
  const body = decipher.update(bytes.subarray(1 + nonceBytes + tagBytes));
  try {
    return Buffer.concat([body, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
