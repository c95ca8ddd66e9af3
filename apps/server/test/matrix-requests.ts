import type { InjectOptions } from 'fastify';
import { alsoSent, bodies, familyField, namesNoFamily, queries } from './matrix-rows.ts';
import type { Role, World } from './matrix-world.ts';
import type { TestRoute } from './routes.ts';

/** What a role asks of a route, with a body that would succeed for whoever may. */
export async function requestOf(
  world: World,
  route: TestRoute,
  role: Role,
  params: Record<string, string>,
  headers: Record<string, string>,
): Promise<InjectOptions> {
  const names = route.config.access === 'member' && namesNoFamily(route.url) ? familyField(world, role) : {};
  const asked = await queries[route.key]?.(world, role);
  const given = await bodies[route.key]?.(world, role);
  if (given instanceof FormData) for (const [name, value] of Object.entries(names)) given.append(name, value);
  const path = route.url.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const payload = given instanceof FormData ? given : given && { ...given, ...names };
  return {
    method: route.method as 'GET',
    url: given ? path : `${path}?${new URLSearchParams({ ...names, ...asked }).toString()}`,
    headers: { ...headers, ...alsoSent[route.key] },
    ...(payload ? { payload } : {}),
  };
}
