import type { Page, Response } from '@playwright/test';

interface WithRouter {
  __TSR_ROUTER__?: { state: { status: string; resolvedLocation?: { href: string } } };
}

/**
 * Opens another screen in the running app, without a load, and waits until the router has drawn it, or the one it led on to.
 * @param path from the root, with its query and fragment
 */
export async function goOn(page: Page, path: string): Promise<void> {
  // A page that is drawn ahead has no router before the first sign of a visitor, and a router hears nothing before its first screen is drawn.
  await page.waitForFunction(() => (window as WithRouter).__TSR_ROUTER__?.state.resolvedLocation !== undefined);
  await page.evaluate((to) => history.pushState(null, '', to), path);
  const isDrawn = () => {
    const state = (window as WithRouter).__TSR_ROUTER__?.state;
    return state?.status === 'idle' && state.resolvedLocation?.href === location.pathname + location.search + location.hash;
  };
  await page.waitForFunction(isDrawn);
}

/** When a page hears of what happens: a session that ends, or a family that is left, while its stream is being opened is told as a server that is not ready. */
export const listening = (page: Page): Promise<Response> =>
  page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/events' && answer.ok());
