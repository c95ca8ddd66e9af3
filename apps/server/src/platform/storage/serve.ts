import { message } from '@heartwood/messages/message';
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { refuse, Refused } from '#platform/http/refusal.ts';
import { mimeOf } from '#platform/file-types/file-types.ts';
import type { ByteRange } from './backend.ts';
import { isKey } from './storage.ts';

const params = z.object({ '*': z.string().meta({ description: 'As `path` in media and images, with its query' }) });
const query = z.object({
  e: z.string().meta({ description: 'Unix seconds when the address ends' }),
  s: z.string().meta({ description: 'Signature' }),
});

/**
 * Serves stored objects at the addresses their signatures open: GET and HEAD /api/private/{path}.
 */
export function privateRoutes(app: FastifyInstance): void {
  for (const method of ['GET', 'HEAD'] as const)
    app.route({
      method,
      url: '/api/private/*',
      exposeHeadRoute: false,
      compress: false,
      config: { access: 'signed' },
      schema: {
        summary: 'The bytes of a photo, video, recording or document',
        tags: ['private'],
        security: [],
        params,
        querystring: query,
      },
      handler: (request, reply) => send(app, request, reply),
    });
}

async function send(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { storage, clock } = app.platform;
  const { '*': path } = request.params as { '*': string };
  const { e, s } = request.query as { e?: unknown; s?: unknown };
  const key = storage.keyAt(path, e, s);
  if (key === undefined || !isKey(key)) throw refuse.forbidden(message('app.refusals.address'));
  const etag = `"${createHash('sha256').update(key).digest('base64url').slice(0, 22)}"`;
  const left = Number(e) - Math.floor(clock.now().getTime() / 1_000);
  void reply.headers({ ...safeHeaders, etag, 'cache-control': `private, max-age=${left}, immutable` });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  const size = await storage.size(key);
  const isZip = key.endsWith('.zip');
  const type =
    Object.entries(mimeOf).find(([extension]) => key.endsWith(`.${extension}`))?.[1] ??
    (isZip ? 'application/zip' : 'application/octet-stream');
  void reply.type(type);
  if (isZip) void reply.header('content-disposition', `attachment; filename="${key.slice(key.lastIndexOf('/') + 1)}"`);
  // A document may have scripts of its own: it is downloaded, and the link gives it its name.
  if (type === mimeOf.pdf) void reply.header('content-disposition', 'attachment');
  return sendBytes(request, reply, { size, etag, open: async (range) => (await storage.open(key, range)).stream });
}

/** Sends bytes of a known length, or the part of them that is asked for; nothing is opened for a HEAD. @throws Refused range_not_satisfiable */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  { size, etag, open }: { size: number; etag: string; open: (range?: ByteRange) => Promise<Readable> },
): Promise<FastifyReply> {
  const range = wantedRange(request, size, etag);
  if (range === 'none') throw unsatisfiable(reply, size);
  if (range) void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  void reply.header('content-length', range ? range.end - range.start + 1 : size);
  if (request.method === 'HEAD' || size === 0) return reply.send('');
  return reply.send(await open(range));
}

/**
 * Headers of bytes that a user uploaded: never guessed to be something else, never a page with scripts. The app shells ask from
 * an origin of their own (capacitor://), so any origin may show them; who may is what the signature says.
 */
export const safeHeaders = {
  'accept-ranges': 'bytes',
  'content-disposition': 'inline',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};

/** The one range a request asks for; several, or a header that cannot be read, mean the whole (RFC 9110, 14.1.2 and 14.2). */
function wantedRange(request: FastifyRequest, size: number, etag: string): ByteRange | undefined | 'none' {
  const { range, 'if-range': condition } = request.headers;
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? [];
  if (first + last === '' || (condition !== undefined && condition !== etag)) return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start > end ? 'none' : { start, end };
}

function unsatisfiable(reply: FastifyReply, size: number): Refused {
  void reply.header('content-range', `bytes */${size}`);
  return new Refused('range_not_satisfiable', message('app.refusals.range'));
}
