import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { familyChoice, nothing, pathId } from './fields.ts';

const byId = z.object({ id: pathId });

/**
 * Resumable uploads by the tus protocol: everything is said in headers. `Upload-Metadata` of a new one may hold `filename`, `filetype` and
 * `sha256` (hexadecimal, of the whole file); `Media-Id` is answered once the medium is there.
 */
export const uploadsApi = {
  create: endpoint({
    method: 'POST',
    url: '/api/uploads',
    access: 'member',
    status: 201,
    stream: true,
    summary: 'Begin an upload of up to 5 GB (tus 1.0.0); may carry the first chunk',
    querystring: familyChoice,
    data: nothing,
  }),
  show: endpoint({
    method: 'HEAD',
    url: '/api/uploads/:id',
    access: 'member',
    stream: true,
    summary: 'How far an upload is: what is durable',
    params: byId,
    data: nothing,
  }),
  append: endpoint({
    method: 'PATCH',
    url: '/api/uploads/:id',
    access: 'member',
    status: 204,
    stream: true,
    summary: 'Send the next chunk of an upload',
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
    params: byId,
    data: nothing,
  }),
} as const;
