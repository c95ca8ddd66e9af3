import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { refusal } from '@heartwood/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';

const transform = createJsonSchemaTransform({ zodToJsonConfig: { target: 'draft-2020-12', unrepresentable: 'any' } as never });

/** The page loads nothing from elsewhere, and stands in no frame. */
const policy =
  "default-src 'self';img-src 'self' data:;style-src 'self';object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'";

/** OpenAPI 3.1 of everything served, made from the contract, at `/api/openapi.json`, with a readable page at `/api/docs`. Registered before the routes. */
export async function openApi(app: FastifyInstance): Promise<void> {
  const { publicUrl } = app.platform.config;
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Heartwood',
        version: '1',
        description: 'A private place where one family keeps and shares what matters.',
        license: { name: 'All rights reserved', url: publicUrl },
      },
      servers: [{ url: publicUrl }],
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
      security: [{ session: [] }],
    },
    transform: ({ route, ...given }) => {
      const { schema, url } = transform({ ...given, ...withNamedRest(given.url, withRefusal(given.schema)), route } as never);
      // A route without a schema is hidden.
      return { schema: given.schema && { ...schema, operationId: operationIdOf(String(route.method), url) }, url };
    },
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs', uiConfig: { docExpansion: 'none', deepLinking: true }, staticCSP: policy });
  // Written once: it is large, and every client may ask for it, as often as it likes.
  let written: Buffer | undefined;
  app.get('/api/openapi.json', { schema: { hide: true } }, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send((written ??= Buffer.from(JSON.stringify(app.swagger())))),
  );
}

/** Every call may refuse, in one envelope. */
function withRefusal(schema: unknown): Record<string, unknown> | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined;
  const present = Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
  const { response = { 200: z.string().meta({ format: 'binary' }) } } = present;
  return { ...present, response: { ...(response as object), '4xx': refusal } };
}

/** Gives the rest of a path, `*` in Fastify, a name: OpenAPI has no other parameters. */
function withNamedRest(url: string, schema: Record<string, unknown> | undefined) {
  const params = schema?.['params'];
  if (!url.endsWith('/*') || !(params instanceof z.ZodObject)) return { url, schema };
  const { '*': rest, ...others } = params.shape as Record<string, z.ZodType>;
  return { url: url.replace(/\*$/, ':path'), schema: { ...schema, params: z.object({ ...others, ...(rest ? { path: rest } : {}) }) } };
}

/** What a call is called: `GET /api/posts/:id/comments` is `getPostsByIdComments`. */
function operationIdOf(method: string, url: string): string {
  const words = url
    .replace(/^\/api\//, '')
    .replaceAll('/:', '/by-')
    .split(/[/_.-]/);
  return [method.toLowerCase(), ...words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))].join('');
}
