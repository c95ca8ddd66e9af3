import { createFileRoute } from '@tanstack/react-router';
import { requireFamily } from '#app/access.ts';
import { CleanTopLayout } from '#app/layout.tsx';

/** Pages of members in the layout main-clean-top. */
export const Route = createFileRoute('/_clean')({ beforeLoad: requireFamily, component: CleanTopLayout });
