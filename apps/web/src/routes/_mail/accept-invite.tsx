import { createFileRoute } from '@tanstack/react-router';
import { AcceptInviteScreen } from '#features/invitations/screens/accept-invite-screen.tsx';

export const Route = createFileRoute('/_mail/accept-invite')({
  staticData: { title: 'app.pages.acceptInvite' },
  validateSearch: ({ token }: { token?: string }) => (token ? { token } : {}),
  remountDeps: ({ search }) => search,
  component: AcceptInviteScreen,
});
