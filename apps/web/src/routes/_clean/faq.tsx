import { createFileRoute } from '@tanstack/react-router';
import { language } from '#platform/language.ts';
import { FaqScreen } from '#features/faq/screens/faq-screen.tsx';

export const Route = createFileRoute('/_clean/faq')({
  staticData: { title: 'app.pages.faq' },
  loader: () => language.need('questions'),
  component: FaqScreen,
});
