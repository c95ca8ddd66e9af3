import { createFileRoute } from '@tanstack/react-router';
import { MailLayout } from '#app/reading-layouts.tsx';
import { language } from '#platform/language.ts';

/** Public pages that a link in a mail leads to, in the layout main. */
export const Route = createFileRoute('/_mail')({ loader: () => language.need('visitor', 'welcome'), component: MailLayout });
