import { createFileRoute } from '@tanstack/react-router';
import { UnsubscribeScreen } from '#features/digests/screens/unsubscribe-screen.tsx';

export const Route = createFileRoute('/_mail/unsubscribe')({
  staticData: { title: 'app.pages.unsubscribe' },
  validateSearch: ({ token }: { token?: string }) => (token ? { token } : {}),
  remountDeps: ({ search }) => search,
  component: UnsubscribeScreen,
});
