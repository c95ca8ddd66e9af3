import { createRootRoute } from '@tanstack/react-router';
import { requireAdmin } from '#app/access.ts';
import { Root } from '#app/root.tsx';

export const Route = createRootRoute({ beforeLoad: requireAdmin, component: Root });
