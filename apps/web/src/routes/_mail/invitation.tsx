import { createFileRoute } from '@tanstack/react-router';
import { InvitationScreen } from '#features/invitations/screens/invitation-screen.tsx';

export const Route = createFileRoute('/_mail/invitation')({
  staticData: { title: 'app.pages.invitation' },
  validateSearch: ({ token }: { token?: string }) => (token ? { token } : {}),
  remountDeps: ({ search }) => search,
  component: InvitationScreen,
});
