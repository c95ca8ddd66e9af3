import { notFound, redirect, rootRouteId, type ParsedLocation } from '@tanstack/react-router';
import { device } from '#platform/device.ts';
import { ownPath } from '#platform/own-path.ts';
import { session } from '#platform/session.ts';

/**
 * Lets nobody in without a token: they go to /login, and after it to where they wanted.
 * In the app shells the route is saved; the first landing goes to the one that was saved before.
 */
function requireLogin({ location, preload }: { location: ParsedLocation; preload: boolean }): void {
  if (!session.signedIn()) throw redirect({ to: '/login', search: { redirect: location.href }, replace: true });
  const elsewhere = preload ? undefined : device.visit(location.href);
  if (elsewhere) throw redirect({ href: elsewhere, replace: true });
}

/** Pages for members that have something for somebody in no family, too. */
const withoutFamily =
  /^\/(?:private(?:\/profile|\/notifications)?|faq|lifetime-subscription|gift|invitation\/sharedMessage|sandbox\/.+)\/?$/;

/**
 * Does what {@link requireLogin} does; then leads somebody who is in no family from a page that needs one to where one is started or joined.
 * An invitation may have been accepted on another device, so the server is asked once more before.
 */
export async function requireFamily(at: { location: ParsedLocation; preload: boolean }): Promise<void> {
  requireLogin(at);
  const isInNone = () => session.get().user?.current_family_id === null;
  if (!isInNone() || withoutFamily.test(at.location.pathname)) return;
  await import('#features/accounts/api.ts').then(({ welcomeUser }) => welcomeUser());
  if (isInNone()) throw redirect({ to: '/private', replace: true });
}

/** Paths that start with /admin are for the role `admin`; everybody else goes to /login. */
export function requireAdmin({ location }: { location: ParsedLocation }): void {
  if (!location.pathname.startsWith('/admin')) return;
  if (session.get().user?.role !== 'admin') throw redirect({ to: '/login', replace: true });
}

/** Sends somebody signed in from the log-in page to where they wanted, when that is a path of ours. */
export function goOn({ search }: { search: object }): void {
  if (session.signedIn()) throw redirect({ href: ownPath((search as { redirect?: unknown }).redirect) ?? '/dashboard', replace: true });
}

/** Sends somebody signed in from the landing page to their family; in a shell, somebody whose session has ended to the log-in page. */
export function welcomeBack(): void {
  if (session.signedIn()) throw redirect({ to: '/dashboard', replace: true });
  // An app whose session has ended while it slept starts here, too.
  if (device.native && session.wasLost()) throw redirect({ to: '/login', replace: true });
}

/** What is wrong with a path that a route's rule refuses. */
export interface NotFoundData {
  statusCode: 404;
  message: string;
}

/**
 * The validation rule of a route: every named parameter (of the path or the query) has to match.
 * A missing query parameter passes; failure is the 404 error 'Page Not Found: {path}'.
 */
export function validated(rules: Record<string, RegExp>) {
  return ({ params, search, location }: { params: object; search: object; location: ParsedLocation }): void => {
    const given = { ...search, ...params } as Record<string, unknown>;
    for (const [name, rule] of Object.entries(rules)) {
      const value = given[name];
      if (value === undefined) continue;
      if (typeof value !== 'string' || !rule.test(value))
        throw notFound({
          routeId: rootRouteId,
          data: { statusCode: 404, message: `Page Not Found: ${location.href}` } satisfies NotFoundData,
        });
    }
  };
}

/** An id: a UUID. */
export const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** A slug, or an id in its place. */
export const slugPattern = /^[\w-]{1,120}$/;
