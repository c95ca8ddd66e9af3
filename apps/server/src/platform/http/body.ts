import { fileSizeLimit } from '@heartwood/contract/limits';
import { UploadedFile } from '@heartwood/contract/fields';
import { message } from '@heartwood/messages/message';
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import qs from 'qs';
import { describeError } from '#platform/log.ts';
import type { Log } from '#platform/log.ts';
import { assertDiskFree } from '#platform/storage/room.ts';
import { drain } from './drain.ts';
import { deepestName, watchNames } from './form-names.ts';
import { refuse, Refused } from './refusal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Why a JSON body could not be parsed; answered after authentication and authorization. */
    bodyFault: Error | undefined;
    /** Files of this request; removed when it ends. */
    receivedFiles: string[];
  }
}

/**
 * Reads a body into memory.
 * @param announced its length, as the request says it
 * @param most bytes it may have
 * @throws Refused payload_too_large: at once where so many are announced, else when they have come; malformed_request where it breaks off
 */
export function readBytes(payload: Readable, announced: string | undefined, most: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (Number(announced) > most) return reject(refuse.tooLarge());
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = () => void payload.off('data', take).off('end', end).off('error', fail);
    const take = (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= most) return;
      stop();
      drain(payload);
      reject(refuse.tooLarge());
    };
    const end = () => {
      stop();
      resolve(Buffer.concat(chunks));
    };
    const fail = () => {
      stop();
      reject(refuse.malformed());
    };
    payload.on('data', take).on('end', end).on('error', fail);
  });
}

/** Bytes of one JSON body, and characters of the fields of one form: the longest story, sixty media and fifty people fit several times. */
export const mostText = 1_048_576;

/** Parts of one multipart body. */
const partLimits = { files: 60, fields: 500, fieldNameSize: 200, fieldSize: 100_000, parts: 560, headerPairs: 50, fileSize: fileSizeLimit };

/**
 * Reads the body: JSON as it was parsed, a form with its bracket keys as nested objects and its files on disk.
 * @param most how many files it may have: each is written to this disk while it comes
 * @param admit called with the text fields that came before the first file, before any file is written
 * @throws Refused malformed_request, payload_too_large, unsupported_media, storage_full
 */
export async function readBody(
  request: FastifyRequest,
  folder: string,
  most: number,
  admit: (fields: unknown) => Promise<void>,
): Promise<unknown> {
  if (request.bodyFault) throw request.bodyFault;
  if (!request.isMultipart()) return request.body ?? {};
  const fields: string[] = [];
  const files: UploadedFile[] = [];
  const take = watchNames();
  let admitted = false;
  let text = 0;
  try {
    for await (const part of request.parts({ limits: partLimits })) {
      if (typeof part.fieldname !== 'string') throw refuse.malformed();
      text += part.fieldname.length;
      // The parser has this limit, and does not keep it.
      if (part.fieldname.length > partLimits.fieldNameSize || text > mostText) throw refuse.tooLarge();
      take(part.fieldname);
      if (part.type === 'field') {
        // The parser reads a part that says it is JSON: what that holds has no place in a form, not even a string.
        if (typeof part.value !== 'string' || part.mimetype === 'application/json') throw refuse.malformed();
        if (part.value.startsWith(fileMark)) throw refuse.malformed();
        text += part.value.length;
        if (part.valueTruncated || text > mostText) throw refuse.tooLarge();
        // A browser sends each line break of a form as CRLF (the HTML standard's encoding of multipart/form-data); what was typed has LF.
        fields.push(pair(part.fieldname, part.value.replaceAll('\r\n', '\n')));
      } else {
        if (!admitted) await admit(nest(fields, files));
        admitted = true;
        if (files.length >= most) throw most === 0 ? refuse.unsupported() : refuse.tooLarge();
        const received = await receive(request, part, folder);
        if (received) fields.push(pair(part.fieldname, `${fileMark}${files.push(received) - 1}`));
      }
    }
  } catch (error) {
    // The parser would keep every further field, and a file that nobody reads would hold up the rest.
    request.raw.unpipe();
    drain(request.raw);
    throw multipartRefusal(error);
  }
  return nest(fields, files);
}

/** Stands for the n-th file until the fields are nested; a text field that begins like that is refused. */
const fileMark = '\0file:';
const pair = (name: string, value: string) => `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value)}`;

function nest(fields: string[], files: UploadedFile[]): unknown {
  const parsed = qs.parse(fields.join('&'), {
    depth: deepestName,
    arrayLimit: 500,
    parameterLimit: 1_000,
    allowPrototypes: false,
    strictDepth: true,
  });
  const place = (value: unknown): unknown => {
    if (typeof value === 'string') return value.startsWith(fileMark) ? files[Number(value.slice(fileMark.length))] : value;
    if (Array.isArray(value)) return value.map(place);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, place(part)]));
    return value;
  };
  return place(parsed);
}

async function receive(request: FastifyRequest, part: MultipartFile, folder: string): Promise<UploadedFile | undefined> {
  await mkdir(folder, { recursive: true });
  // How large a file is shows when it has come.
  await assertDiskFree(folder, fileSizeLimit);
  const path = join(folder, randomUUID());
  request.receivedFiles.push(path);
  const hash = createHash('sha256');
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(part.file, measure, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  if (part.file.truncated) throw refuse.tooLarge(message('app.refusals.fileTooLarge'));
  if (size === 0 && part.filename === '') return undefined;
  return new UploadedFile({ path, size, filename: part.filename ?? '', type: part.mimetype, sha256: hash.digest('hex') });
}

/** Turns an error of the form parser into a refusal: some have a code of Fastify, others none. */
function multipartRefusal(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Refused) return error;
  const code = 'code' in error ? String(error.code) : '';
  if (/^FST_(REQ_FILE_TOO_LARGE|PARTS_LIMIT|FILES_LIMIT|FIELDS_LIMIT)$/.test(code)) return refuse.tooLarge();
  return code.startsWith('FST_') || (code === '' && error.name === 'Error') ? refuse.malformed() : error;
}

/** Removes the temporary files of a request; an action has moved those it keeps into the storage. What cannot be removed goes with the next tidying. */
export async function forgetFiles({ receivedFiles }: FastifyRequest, log: Log): Promise<void> {
  for (const outcome of await Promise.allSettled(receivedFiles.map((path) => rm(path, { force: true }))))
    if (outcome.status === 'rejected') log.error({ error: describeError(outcome.reason) }, 'a file of a form could not be removed');
}
