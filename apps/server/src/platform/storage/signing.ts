import { createHmac, createSecretKey, hash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '#platform/clock.ts';

/** Seconds an address lives at most, and how long it stays the same. */
const longest = 3_600;
const steady = longest / 2;
/** Characters of a signature: 128 bits, the least that RFC 2104 (section 5) advises of SHA-256, and four more. Every photo of a page has several. */
const signatureLength = 22;
/** Folders whose addresses are remembered while they stay the same: a feed shows some fifty, with five objects each, and each costs a hash. */
const remembered = 5_000;

// [Note: Why media addresses expire]
// Pictures are asked for by <img>, which sends no token, so the address itself is the permission: it names one object, carries when it
// ends, and both are bound by a keyed hash. A user who loses access gets no new address, and the old ones end within the hour.
// Within half an hour the same object has the same address, so that browsers can cache it. Folders (a medium with all that was made of it)
// change theirs at different times, or every half hour all caches of all families would be cold at once.

// [Note: How an address names an object]
// By its key, with an id in 22 characters (base64url) instead of 36: a page of a feed has some 250 addresses. What is signed is the path as the
// address has it, not the key that it stands for, because several spellings of base64url stand for the same id.

/** Creates and verifies signed addresses of stored objects. */
export interface Signing {
  /** @returns `{path}?e={unix seconds}&s={signature}`, valid for 30 to 60 minutes from now */
  address(key: string): string;
  /** The same for several objects of one folder, to be asked for at once: what is given is the name of one, without the folder. */
  addressesIn(folder: string): (name: string) => string;
  /** The key of the object that an address was handed out for, where it has not ended. Takes the same time whatever is wrong with it. */
  keyAt(path: string, expiry: unknown, signature: unknown): string | undefined;
  /** The key of the object that an address names. Looks at neither end nor signature: it is for addresses that were just made here. */
  keyIn(address: string): string;
  /** Unix seconds at which an address of the object handed out now ends. */
  expiry(key: string): number;
}

/** Addresses of a folder's objects by their names, all with the same end. `path` is the folder's. */
interface Remembered {
  path: string;
  expiry: number;
  addresses: Map<string, string>;
}

const idInKey = /(?<=\/)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\/|$)/;
const idInPath = /(?<=\/)[\w-]{22}(?=\/)/;

const pathOf = (key: string): string => key.replace(idInKey, (id) => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url'));

const keyOf = (path: string): string =>
  path.replace(idInPath, (short) =>
    Buffer.from(short, 'base64url')
      .toString('hex')
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  );

/** Signs with HMAC-SHA-256 (RFC 2104) over the path and the expiry. */
export function createSigning(secret: Buffer, clock: Clock): Signing {
  const key256 = createSecretKey(secret);
  const known = new Map<string, Remembered>();
  const sign = (path: string, expiry: string) =>
    createHmac('sha256', key256).update(`${path}\n${expiry}`).digest('base64url').slice(0, signatureLength);
  const seconds = () => Math.floor(clock.now().getTime() / 1_000);
  const folderExpiry = (folder: string) => {
    const phase = hash('md5', folder, 'buffer').readUInt16BE(0) % steady;
    return Math.floor((seconds() + phase) / steady) * steady - phase + longest;
  };
  const remember = (folder: string): Remembered => {
    const made = { path: pathOf(folder), expiry: folderExpiry(folder), addresses: new Map<string, string>() };
    known.delete(folder);
    if (known.size >= remembered) known.delete(known.keys().next().value ?? folder);
    known.set(folder, made);
    return made;
  };
  const addressesIn = (folder: string) => {
    const found = known.get(folder);
    const left = found ? found.expiry - seconds() : 0;
    const { path, expiry, addresses } = found && left > steady && left <= longest ? found : remember(folder);
    return (name: string): string => {
      const made = addresses.get(name) ?? `${path}/${name}?e=${expiry}&s=${sign(`${path}/${name}`, String(expiry))}`;
      addresses.set(name, made);
      return made;
    };
  };
  const split = (key: string) => key.lastIndexOf('/');
  return {
    expiry: (key) => folderExpiry(key.slice(0, split(key))),
    address: (key) => addressesIn(key.slice(0, split(key)))(key.slice(split(key) + 1)),
    addressesIn,
    keyIn: (address) => keyOf(address.slice(0, address.indexOf('?'))),
    keyAt(path, expiry, signature) {
      if (typeof expiry !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(expiry)) return undefined;
      // The texts are compared, not the bytes they stand for: base64url has several spellings of the same bytes.
      const given = Buffer.from(signature);
      const right = Buffer.from(sign(path, expiry));
      return given.length === right.length && timingSafeEqual(given, right) && Number(expiry) > seconds() ? keyOf(path) : undefined;
    },
  };
}
