import { searchApi } from '@heartwood/contract/search';
import type { FastifyInstance } from 'fastify';
import { serve } from '#platform/http/serve.ts';
import { presentFound } from './present.ts';

/** Search across everything one may see. */
export function searchRoutes(app: FastifyInstance): void {
  serve(app, searchApi.search, { handle: ({ platform, scope, query }) => presentFound(platform, scope, query) });
}
