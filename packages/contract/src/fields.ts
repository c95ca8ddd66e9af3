import { isDay } from './days.ts';
import { limits } from './limits.ts';
import { z } from 'zod';
import { rules } from './validation.ts';

const blankIsAbsent = (value: unknown) => (value === '' ? undefined : value);
const numberFromText = (value: unknown) => (typeof value === 'string' && /^-?\d{1,15}(\.\d{1,10})?$/.test(value) ? Number(value) : value);
const booleanFromText = (value: unknown) => (value === '1' || value === 'true' ? true : value === '0' || value === 'false' ? false : value);

/** Text with the white space at its ends removed. */
export const text = (max: number) => z.string().trim().max(max);
/** Text that says something. */
export const requiredText = (max: number) => text(max).min(1);
/** A value that may be missing, null or empty, and is then null. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess(blankIsAbsent, schema.nullish()).transform((value) => (value ?? null) as z.output<T> | null);
/** A value that may be left out of a change; null or empty clears it. */
export const changeable = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullable()).optional();

function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** Any id: a UUID. Written small, as the server writes it. */
export const id = z.uuid().toLowerCase();
/** An id, or a word in its place that cannot be one (asked for in a path, where a wrong one is not found rather than not valid). */
export const pathId = z.string().max(200);
/** A calendar day, `YYYY-MM-DD`, that exists. */
export const day = z.iso.date().refine(isDay);
/** The IANA name of a time zone, such as `Europe/Berlin`; no bare offset, which knows no summer. */
export const timeZone = text(limits.name).refine(isTimeZone);
/** A moment in UTC, ISO 8601. */
export const timestamp = z.iso.datetime();
/** A whole number, also as text in a form. */
export const integer = z.preprocess(numberFromText, z.int());
/** A number, also as text in a form. */
export const decimal = z.preprocess(numberFromText, z.number());
/** A boolean, also as `1`, `0`, `true`, `false` in a form. */
export const flag = z.preprocess(booleanFromText, z.boolean());

/** An e-mail address; one account whatever its case, so it is read in lower case. */
export const email = requiredText(limits.email)
  .toLowerCase()
  .refine(rules.email, { params: { rule: 'email' } });
/** A new password. Never trimmed. */
export const newPassword = z
  .string()
  .min(limits.password.min)
  .max(limits.password.max)
  .refine(rules.password, { params: { rule: 'password' } });
/** A password given to prove who one is: only its length is looked at. */
export const givenPassword = z.string().min(1).max(limits.password.max);
/** A token from a link. */
export const token = z.string().trim().min(1).max(limits.token);

/** Adds to an object schema that `password_confirmation` equals `password`. */
export const confirmsPassword = {
  check: (body: { password?: unknown; password_confirmation?: unknown }) => rules.confirmed(body.password_confirmation, body.password),
  options: { path: ['password_confirmation'], params: { rule: 'confirmed' }, when: () => true },
};

/** What the server makes of one file of a multipart body. A class, so that no JSON object with the same fields can pass for one. */
export class UploadedFile {
  /** Where its bytes are for the length of the request. */
  path: string;
  /** Bytes. */
  size: number;
  /** As the sender named it; never part of a path. */
  filename: string;
  /** As the sender declared it; the bytes decide. */
  type: string;
  /** SHA-256 of the bytes, hexadecimal. */
  sha256: string;

  constructor(file: { path: string; size: number; filename: string; type: string; sha256: string }) {
    this.path = file.path;
    this.size = file.size;
    this.filename = file.filename;
    this.type = file.type;
    this.sha256 = file.sha256;
  }
}

/** A file of a multipart body: a `File` where it is sent, an {@link UploadedFile} where it arrives. */
export const file = z
  .custom<UploadedFile | Blob>((value) => value instanceof UploadedFile || value instanceof Blob)
  .meta({ type: 'string', format: 'binary' });

/** Several of something; a form, which cannot send an empty list, sends it as an empty field. */
export const several = <T extends z.ZodType>(item: T, max: number) =>
  z.preprocess((value) => (value === '' ? [] : value), z.array(item).max(max));

/** The query of a list. `cursor` is opaque and belongs to that list and that user. */
export const page = z.object({
  limit: z.preprocess(numberFromText, z.int().min(1).max(limits.list.max)).default(limits.list.default),
  cursor: z.string().max(500).optional(),
});

/** A family other than one's current one. */
export const familyChoice = z.object({ family_id: id.optional() });

/** A long list. */
export const listOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), next_cursor: z.string().nullable() });

/** An answer that has nothing to say but that it worked. */
export const nothing = z.null();

/** One size of a picture, video or recording. `path` is relative to the private folder and carries its own signature. */
export const variant = z.object({ path: z.string(), type: z.string(), width: z.int().nullable(), height: z.int().nullable() });

/** A portrait of a user or person. `path` is its medium size. */
export const image = z.object({ id: z.string(), path: z.string(), thumb: z.string() });

/** Who wrote something. */
export const author = z.object({
  user_id: z.string().nullable(),
  heartwood_id: z.string().nullable(),
  name: z.string(),
  image: image.nullable(),
});

/** Of something that can still be brought back: who deleted it, null where nobody knows, and when. At `gone_at` it goes for good. */
export const deletion = { deleted_by: author.nullable(), deleted_at: timestamp, gone_at: timestamp };
