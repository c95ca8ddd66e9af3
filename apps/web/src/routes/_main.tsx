import { createFileRoute } from '@tanstack/react-router';
import { MainLayout } from '#app/layout.tsx';

/** Public pages in the layout main. */
export const Route = createFileRoute('/_main')({ component: MainLayout });
