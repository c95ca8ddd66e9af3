import { createFileRoute } from '@tanstack/react-router';
import { language } from '#platform/language.ts';
import { InviteDialog } from '#features/invitations/components/invite-dialog.tsx';
import { OpenInvitations } from '#features/invitations/components/open-invitations.tsx';
import { FamilyScreen } from '#features/family/screens/family-screen.tsx';

export const Route = createFileRoute('/_clean/private/family')({
  staticData: { title: 'app.pages.family' },
  loader: () => language.need('visitor', 'welcome', 'pages'),
  component: () => <FamilyScreen invitations={{ Invite: InviteDialog, Open: OpenInvitations }} />,
});
