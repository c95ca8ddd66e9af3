import { createFileRoute } from '@tanstack/react-router';
import { language } from '#platform/language.ts';
import { InviteCodeScreen } from '#features/invitations/screens/invite-code-screen.tsx';

export const Route = createFileRoute('/_bare/invite')({
  staticData: { title: 'app.pages.invite' },
  loader: () => language.need('welcome'),
  component: InviteCodeScreen,
});
