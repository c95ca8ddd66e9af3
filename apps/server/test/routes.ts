import { startApp } from './app.ts';
import type { TestApp } from './app.ts';

/** A route that the server really has, named by its method and path. */
export type TestRoute = TestApp['app']['routeTable'][number] & { key: string };

let known: Promise<TestRoute[]> | undefined;

/** The routes of the server as it is, for tests that are made from them. A HEAD that stands beside its GET is the GET's and left out. */
export const readRoutes = (): Promise<TestRoute[]> => (known ??= routesOfServer());

async function routesOfServer(): Promise<TestRoute[]> {
  const at = await startApp({ jobs: false });
  const routes = at.app.routeTable
    .filter(({ method, config }) => method !== 'HEAD' || config.endpoint?.method === 'HEAD')
    .map((route) => ({ ...route, key: `${route.method} ${route.url}` }));
  await at.close();
  return routes;
}
