import { createFileRoute } from '@tanstack/react-router';
import { ResetPasswordScreen } from '#features/passwords/screens/reset-password-screen.tsx';

export const Route = createFileRoute('/_bare/reset-password')({
  staticData: { title: 'app.pages.resetPassword' },
  validateSearch: ({ token }: { token?: string }) => (token ? { token } : {}),
  remountDeps: ({ search }) => search,
  component: ResetPasswordScreen,
});
