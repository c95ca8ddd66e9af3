import { createFileRoute } from '@tanstack/react-router';
import { MainLayout } from '#app/layout.tsx';
import { language } from '#platform/language.ts';

/** Public pages in the layout main. */
export const Route = createFileRoute('/_main')({ loader: () => language.need('visitor', 'welcome'), component: MainLayout });
