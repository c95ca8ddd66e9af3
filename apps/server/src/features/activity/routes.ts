import { activityApi } from '@heartwood/contract/activity';
import type { FastifyInstance } from 'fastify';
import { Gauge } from 'prom-client';
import { soleHeader } from '#platform/http/headers.ts';
import { serve } from '#platform/http/serve.ts';
import { Streams } from './actions.ts';

/** What happens, as it happens. */
export function activityRoutes(app: FastifyInstance): void {
  const streams = new Streams(app.platform, app.gates);
  app.addHook('preClose', async () => streams.close());
  app.metrics.registerMetric(
    new Gauge({
      name: 'heartwood_event_streams',
      help: 'Open streams of events',
      registers: [],
      collect() {
        this.set(streams.count);
      },
    }),
  );
  serve(app, activityApi.events, {
    handle: ({ scope, session, query: { family_id: named, recent }, request }) =>
      streams.open({ session, scope, named, recent, lastEventId: soleHeader(request.raw, 'last-event-id') }),
  });
}
