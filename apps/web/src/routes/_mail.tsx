import { createFileRoute } from '@tanstack/react-router';
import { MailLayout } from '#app/reading-layouts.tsx';

/** Public pages that a link in a mail leads to, in the layout main; they bring their own mark. */
export const Route = createFileRoute('/_mail')({ component: MailLayout });
