import { createFileRoute } from '@tanstack/react-router';
import { BareMainLayout } from '#app/bare-layouts.tsx';

/** Public pages in the layout main that bring their own mark. */
export const Route = createFileRoute('/_bare')({ component: BareMainLayout });
