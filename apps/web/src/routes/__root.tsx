import { createRootRoute } from '@tanstack/react-router';
import { requireAdmin } from '#app/access.ts';
import { Root } from '#app/root.tsx';
import { language } from '#platform/language.ts';

export const Route = createRootRoute({
  beforeLoad: async (context) => {
    await language.prepare();
    requireAdmin(context);
  },
  component: Root,
});
