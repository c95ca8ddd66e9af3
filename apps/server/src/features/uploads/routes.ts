import { uploadsApi } from '@heartwood/contract/uploads';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { drain } from '#platform/http/drain.ts';
import { HeaderAnswer, serve } from '#platform/http/serve.ts';
import type { Platform } from '#platform/platform.ts';
import * as actions from './actions.ts';
import { abilities, presentNew, presentProgress, presentUpload, spoken } from './present.ts';
import { assertTus } from './rules.ts';
import * as store from './store.ts';

const family = ({ platform, params }: { platform: Platform; params: { id: string } }) => store.familyOf(platform.db, params.id);
const target = actions.ownUpload;
const chunkOf = ({ headers, body, raw }: FastifyRequest): actions.Chunk => ({
  headers,
  bytes: body instanceof Readable ? body : undefined,
  stop: () => void raw.destroy(),
});

/** Files in chunks, by the tus protocol (https://tus.io/protocols/resumable-upload): begin, ask how far, send the next chunk, give up. */
export async function uploadsRoutes(app: FastifyInstance): Promise<void> {
  app.addHook('preClose', () => app.platform.writers.endAll());
  app.addHook('onRequest', async (_request, reply) => void reply.headers(spoken));
  app.addHook('onSend', async (request) => drain(request.body));
  const config = { cors: { preflightContinue: true, strictPreflight: false } };
  app.options('/api/uploads', { schema: { hide: true }, config }, (_request, reply) => reply.code(204).headers(abilities).send());

  serve(app, uploadsApi.create, {
    handle: async ({ platform, scope, request, idempotency }) => {
      assertTus(request.headers);
      return new HeaderAnswer(presentNew(await actions.beginUpload(platform, scope, chunkOf(request), idempotency)));
    },
  });
  serve(app, uploadsApi.show, {
    family,
    target,
    handle: async ({ platform, request, target: upload }) => {
      assertTus(request.headers);
      return new HeaderAnswer(presentUpload(actions.assertLive(platform, upload)));
    },
  });
  serve(app, uploadsApi.append, {
    family,
    target,
    handle: async ({ platform, scope, request, target: upload }) => {
      assertTus(request.headers);
      return new HeaderAnswer(presentProgress(await actions.appendChunk(platform, scope, upload, chunkOf(request))));
    },
  });
  serve(app, uploadsApi.remove, {
    family,
    target,
    handle: async ({ platform, scope, request, target: upload }) => {
      assertTus(request.headers);
      await actions.giveUp(platform, scope, upload);
      return new HeaderAnswer({});
    },
  });
}
