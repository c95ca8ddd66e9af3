import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Encrypts what must not be readable in the database. */
export interface Seal {
  /** @returns version, nonce, tag and ciphertext as base64url */
  close(text: string): string;
  /** @throws Error where the key is another one or a byte was changed */
  open(sealed: string): string;
}

const version = 1;
const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM with a fresh 96-bit nonce for every text (NIST SP 800-38D). */
export function createSeal(key: Buffer): Seal {
  return {
    close(text) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes[0] !== version || bytes.length < 1 + nonceBytes + tagBytes) throw new Error('This is nothing that was sealed here.');
      const nonce = bytes.subarray(1, 1 + nonceBytes);
      const tag = bytes.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes }).setAuthTag(tag);
      return Buffer.concat([decipher.update(bytes.subarray(1 + nonceBytes + tagBytes)), decipher.final()]).toString('utf8');
    },
  };
}
