import { hash, randomBytes } from 'node:crypto';

/** A new secret of 256 random bits, as it is handed out: base64url, 43 characters. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** How a token is stored: SHA-256, hexadecimal. A token has too many bits to be guessed from it, so no salt and no slow hash. */
export const hashToken = (token: string): string => hash('sha256', token, 'hex');
