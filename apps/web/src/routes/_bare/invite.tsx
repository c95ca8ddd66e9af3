import { createFileRoute } from '@tanstack/react-router';
import { InviteCodeScreen } from '#features/invitations/screens/invite-code-screen.tsx';

export const Route = createFileRoute('/_bare/invite')({
  staticData: { title: 'app.pages.invite' },
  component: InviteCodeScreen,
});
