import { createFileRoute } from '@tanstack/react-router';
import { language } from '#platform/language.ts';
import { MomentsScreen } from '#features/moments/screens/moments-screen.tsx';

export const Route = createFileRoute('/_clean/private/meaningful-moments/')({
  staticData: { title: 'app.pages.moments' },
  validateSearch: ({ add }: { add?: string }) => (add ? { add } : {}),
  loader: () => language.need('pages'),
  component: MomentsScreen,
});
