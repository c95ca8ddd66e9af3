import { createHmac, createSecretKey, hash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '#platform/clock.ts';

/** Seconds an address lives at most, and how long it stays the same. */
const longest = 3_600;
const steady = longest / 2;
/** Characters of a signature: 132 bits, as every photo of a page has several. */
const signatureLength = 22;
/** Folders whose addresses are remembered while they stay the same: a feed shows some fifty, with five objects each, and each costs a hash. */
const remembered = 5_000;

// [Note: Why media addresses expire]
// Pictures are asked for by <img>, which sends no token, so the address itself is the permission: it names one object, carries when it
// ends, and both are bound by a keyed hash. Whoever loses access is given no new address, and the old ones are dead within the hour.
// Within half an hour the same object has the same address, so that browsers can cache it. Folders (a medium with all that was made of it)
// change theirs at different moments, or every half hour all caches of all families would be cold at once.

/** Creates and verifies signed addresses of stored objects. */
export interface Signing {
  /** @returns `{key}?e={unix seconds}&s={signature}`, valid for 30 to 60 minutes from now */
  address(key: string): string;
  /** The same for several objects of one folder, to be asked for at once: what is given is the name of one, without the folder. */
  addressesIn(folder: string): (name: string) => string;
  /** Whether an address was handed out for exactly this object and has not ended. Takes the same time whatever is wrong with it. */
  verify(key: string, expiry: unknown, signature: unknown): boolean;
  /** Unix seconds at which an address of the object handed out now ends. */
  expiry(key: string): number;
}

/** Addresses of a folder's objects by their names, all with the same end. */
interface Remembered {
  expiry: number;
  addresses: Map<string, string>;
}

/** Signs with HMAC-SHA-256 (RFC 2104) over the object's key and the expiry. */
export function createSigning(secret: Buffer, clock: Clock): Signing {
  const key256 = createSecretKey(secret);
  const known = new Map<string, Remembered>();
  const sign = (key: string, expiry: string) =>
    createHmac('sha256', key256).update(`${key}\n${expiry}`).digest('base64url').slice(0, signatureLength);
  const seconds = () => Math.floor(clock.now().getTime() / 1_000);
  const folderExpiry = (folder: string) => {
    const phase = hash('md5', folder, 'buffer').readUInt16BE(0) % steady;
    return Math.floor((seconds() + phase) / steady) * steady - phase + longest;
  };
  const remember = (folder: string): Remembered => {
    const made = { expiry: folderExpiry(folder), addresses: new Map<string, string>() };
    known.delete(folder);
    if (known.size >= remembered) known.delete(known.keys().next().value ?? folder);
    known.set(folder, made);
    return made;
  };
  const addressesIn = (folder: string) => {
    const found = known.get(folder);
    const left = found ? found.expiry - seconds() : 0;
    const { expiry, addresses } = found && left > steady && left <= longest ? found : remember(folder);
    return (name: string): string => {
      const made = addresses.get(name) ?? `${folder}/${name}?e=${expiry}&s=${sign(`${folder}/${name}`, String(expiry))}`;
      addresses.set(name, made);
      return made;
    };
  };
  const split = (key: string) => key.lastIndexOf('/');
  return {
    expiry: (key) => folderExpiry(key.slice(0, split(key))),
    address: (key) => addressesIn(key.slice(0, split(key)))(key.slice(split(key) + 1)),
    addressesIn,
    verify(key, expiry, signature) {
      if (typeof expiry !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(expiry)) return false;
      // The texts are compared, not the bytes they stand for: base64url has several spellings of the same bytes.
      const given = Buffer.from(signature);
      const right = Buffer.from(sign(key, expiry));
      return given.length === right.length && timingSafeEqual(given, right) && Number(expiry) > seconds();
    },
  };
}
