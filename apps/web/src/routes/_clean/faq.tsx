import { createFileRoute } from '@tanstack/react-router';
import { FaqScreen } from '#features/faq/screens/faq-screen.tsx';

export const Route = createFileRoute('/_clean/faq')({
  staticData: { title: 'app.pages.faq' },
  component: FaqScreen,
});
