import { envelopeHeader, inboundSecretHeader, repliesApi } from '@heartwood/contract/replies';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { drain } from '#platform/http/drain.ts';
import { soleHeader } from '#platform/http/headers.ts';
import { HeaderAnswer, serve } from '#platform/http/serve.ts';
import * as actions from './actions.ts';

/** The endpoint to which a mail provider posts. */
export async function repliesRoutes(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, body, done) => done(null, body));
  app.addHook('onSend', async (request) => drain(request.body));
  serve(app, repliesApi.receive, {
    handle: async ({ platform, request: { raw, body } }) => {
      actions.assertProvider(platform, soleHeader(raw, inboundSecretHeader));
      await actions.receiveMail(platform, body instanceof Readable ? body : Readable.from([]), {
        recipients: soleHeader(raw, envelopeHeader),
      });
      return new HeaderAnswer({});
    },
  });
}
