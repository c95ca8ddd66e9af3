import { downloadsApi } from '@heartwood/contract/downloads';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { serve } from '#platform/http/serve.ts';
import { safeHeaders, sendBytes } from '#platform/storage/serve.ts';
import { mediaToTake, takeAlong } from './actions.ts';
import { presentOffer, typeOf } from './present.ts';

const query = z.object({ t: z.string().meta({ description: 'As in the `path` of what is offered' }) });

/** Media as files: where they are to be fetched, and fetching them. */
export function downloadsRoutes(app: FastifyInstance): void {
  serve(app, downloadsApi.offer, {
    handle: async ({ platform, scope, body }) =>
      presentOffer(platform, scope, await mediaToTake(platform, scope, body.media_ids, body.original)),
  });
  for (const method of ['GET', 'HEAD'] as const)
    app.route({
      method,
      url: '/api/private/downloads',
      exposeHeadRoute: false,
      compress: false,
      config: { access: 'signed' },
      schema: { summary: 'The bytes of what is taken along', tags: ['private'], security: [], querystring: query },
      handler: (request, reply) => send(app, request, reply),
    });
}

async function send(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { filename, extension, bytes } = await takeAlong(app.platform, (request.query as { t?: unknown }).t);
  const named = { 'content-disposition': `attachment; filename="${filename}"`, 'cache-control': 'no-store' };
  void reply.headers({ ...safeHeaders, ...named }).type(typeOf(extension));
  if ('size' in bytes) return sendBytes(request, reply.header('etag', bytes.etag), bytes);
  void reply.header('accept-ranges', 'none');
  return reply.send(request.method === 'HEAD' ? '' : bytes.stream());
}
