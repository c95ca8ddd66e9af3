import { createRootRoute } from '@tanstack/react-router';
import { requireAdmin } from '#app/access.ts';
import { Root } from '#app/root.tsx';
import { language } from '#platform/language.ts';
import { painted } from '#ui/painted.ts';

/** Which page is open, or on its way: its path, and what its loader depends on. */
let page: string | undefined;

export const Route = createRootRoute({
  beforeLoad: async (context) => {
    // [Note: What is pressed answers first] What changes on the page itself, such as a number that is pressed again and again, is its own answer.
    const from = page;
    if (!context.preload) page = context.matches.map(({ id }) => id).join(' ');
    if (context.cause === 'stay' && from !== page) await painted();
    await language.prepare();
    requireAdmin(context);
  },
  component: Root,
});
