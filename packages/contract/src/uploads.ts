import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { failures } from './failures.ts';
import { familyChoice, nothing, pathId } from './fields.ts';

/** Bytes of one file that is sent in pieces. */
export const uploadSizeLimit = 5 * 1024 ** 3;
/** Days in which an upload must have come to its end. */
export const uploadDays = 7;
/** Uploads that have not come to their end: of one user, and of one family. */
export const unfinishedUploads = { user: 120, family: 400 } as const;
/** Pieces on their way at the same time: from one user, and from one family. */
export const uploadsAtOnce = { user: 6, family: 24 } as const;

/** What is spoken here (https://tus.io/protocols/resumable-upload). */
export const tus = {
  version: '1.0.0',
  extensions: 'creation,creation-with-upload,termination,checksum,expiration',
  checksums: 'sha1,sha256',
  /** The content type of a piece. */
  piece: 'application/offset+octet-stream',
} as const;

const byId = z.object({ id: pathId });

/**
 * Uploads in pieces, by the tus protocol: everything is said in headers. `Upload-Metadata` of a new one may hold `filename`, `filetype` and
 * `sha256` (hexadecimal, of the whole file); `Media-Id` is answered once the medium is there.
 */
export const uploadsApi = {
  create: endpoint({
    method: 'POST',
    url: '/api/uploads',
    access: 'member',
    status: 201,
    stream: true,
    summary: 'Begin an upload of up to 5 GB (tus 1.0.0); may carry the first piece',
    failure: failures.generic,
    querystring: familyChoice,
    data: nothing,
  }),
  show: endpoint({
    method: 'HEAD',
    url: '/api/uploads/:id',
    access: 'member',
    stream: true,
    summary: 'How far an upload is: what is durable',
    failure: failures.generic,
    params: byId,
    data: nothing,
  }),
  append: endpoint({
    method: 'PATCH',
    url: '/api/uploads/:id',
    access: 'member',
    status: 204,
    stream: true,
    summary: 'Send the next piece of an upload',
    failure: failures.generic,
    params: byId,
    data: nothing,
  }),
  remove: endpoint({
    method: 'DELETE',
    url: '/api/uploads/:id',
    access: 'member',
    status: 204,
    stream: true,
    summary: 'Give an upload up; a medium that was made of it stays',
    failure: failures.generic,
    params: byId,
    data: nothing,
  }),
} as const;
