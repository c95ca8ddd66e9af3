import { createFileRoute } from '@tanstack/react-router';
import { VerifyEmailScreen } from '#features/addresses/screens/verify-email-screen.tsx';

export const Route = createFileRoute('/_mail/verify-email')({
  staticData: { title: 'app.pages.verifyEmail' },
  validateSearch: ({ token }: { token?: string }) => (token ? { token } : {}),
  remountDeps: ({ search }) => search,
  component: VerifyEmailScreen,
});
