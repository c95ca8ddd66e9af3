import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { refusal } from '@heartwood/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';

const transform = createJsonSchemaTransform({ zodToJsonConfig: { target: 'draft-2020-12', unrepresentable: 'any' } as never });

/** OpenAPI 3.1 of everything served, made from the contract, at `/api/openapi.json`, with a readable page at `/api/docs`. Registered before the routes. */
export async function openApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Heartwood', version: '1', description: 'A private place where one family keeps and shares what matters.' },
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
      security: [{ session: [] }],
    },
    transform: (given) => {
      const { schema, url } = transform({ ...given, schema: withRefusal(given.schema) } as never);
      return { schema, url };
    },
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs', uiConfig: { docExpansion: 'none', deepLinking: true }, staticCSP: true });
  // Written once: it is large, and anybody may ask for it as often as they like.
  let written: Buffer | undefined;
  app.get('/api/openapi.json', { schema: { hide: true } }, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send((written ??= Buffer.from(JSON.stringify(app.swagger())))),
  );
}

/** Every call may refuse, in one envelope. */
function withRefusal(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null || !('response' in schema)) return schema;
  const present = Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
  return { ...present, response: { ...(schema.response as object), '4xx': refusal } };
}
