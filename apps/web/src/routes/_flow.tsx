import { createFileRoute } from '@tanstack/react-router';
import { requireFamily } from '#app/access.ts';
import { FlowLayout } from '#app/reading-layouts.tsx';
import { language } from '#platform/language.ts';

/** Pages of members without a layout. */
export const Route = createFileRoute('/_flow')({
  beforeLoad: requireFamily,
  loader: () => language.need('visitor', 'welcome', 'pages'),
  component: FlowLayout,
});
