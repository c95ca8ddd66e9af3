import type { FastifyInstance } from 'fastify';
import type { Platform } from '#platform/platform.ts';

// [Note: What the log says of requests]
// Never an address: it may carry a token, or what is searched for. A route's pattern says which call it was. At `debug` every answer leaves a
// line. At `info` those leave one that an operator may have to account for: refusals of a user (401, 403) and of too many requests (429), and the calls
// that the contract marks with `logged` or `fresh`, such as role changes, hand-overs, exports and deletions. A line has the id of the user, the call,
// the ids in its path and the address it came from; nothing that a user has written.

const refusals = new Set([401, 403, 429]);
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Writes a line about answers into the log. */
export function logTraffic(app: FastifyInstance, { log }: Platform): void {
  app.addHook('onResponse', async (request, reply) => {
    const { url: route = 'unknown', config } = request.routeOptions;
    const status = reply.statusCode;
    const isKept = refusals.has(status) || ((config?.endpoint?.logged || config?.endpoint?.fresh) && status < 300);
    log[isKept ? 'info' : 'debug'](
      {
        call: `${request.method} ${route}`,
        status,
        user: request.session?.userId,
        from: request.ip,
        on: idsIn(request.params),
        ms: Math.round(reply.elapsedTime),
        request_id: request.id,
      },
      isKept ? 'for the record' : 'answered',
    );
  });
}

/** The ids in a path, by their names; what is no id may be a name or a token. */
const idsIn = (params: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((params ?? {}) as Record<string, unknown>).filter((entry): entry is [string, string] => uuid.test(String(entry[1]))),
  );
