import { createFileRoute } from '@tanstack/react-router';
import { requireLogin } from '#app/access.ts';
import { FlowLayout } from '#app/reading-layouts.tsx';

/** Pages of members without a layout. */
export const Route = createFileRoute('/_flow')({ beforeLoad: requireLogin, component: FlowLayout });
