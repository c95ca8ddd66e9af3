import { createFileRoute } from '@tanstack/react-router';
import { InspirationScreen } from '#features/inspiration/screens/inspiration-screen.tsx';
import { language } from '#platform/language.ts';

export const Route = createFileRoute('/_clean/inspiration/')({
  staticData: { title: 'app.pages.inspiration' },
  validateSearch: ({ show }: { show?: string }) => (show ? { show } : {}),
  loader: () => language.need('ideas'),
  component: InspirationScreen,
});
