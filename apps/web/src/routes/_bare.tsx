import { createFileRoute } from '@tanstack/react-router';
import { FormLayout } from '#app/bare-layouts.tsx';
import { language } from '#platform/language.ts';

/** Public pages in the layout main with the mark alone as its head: signing in and up. */
export const Route = createFileRoute('/_bare')({ loader: () => language.need('visitor'), component: FormLayout });
