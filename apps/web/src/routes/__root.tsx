import { createRootRoute } from '@tanstack/react-router';
import { requireAdmin } from '#app/access.ts';
import { Root } from '#app/root.tsx';
import { language } from '#platform/language.ts';
import { painted } from '#platform/painted.ts';

/** The path of the page that is open, or on its way. */
let path: string | undefined;

export const Route = createRootRoute({
  beforeLoad: async (context) => {
    // [Note: What is pressed answers first] What changes on the page itself, such as a number that is pressed again and again, is its own answer.
    const from = path;
    if (!context.preload) path = context.location.pathname;
    if (context.cause === 'stay' && from !== path) await painted();
    await language.prepare();
    requireAdmin(context);
  },
  component: Root,
});
