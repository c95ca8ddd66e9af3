import { createFileRoute } from '@tanstack/react-router';
import { SharedMessageScreen } from '#features/invitations/screens/shared-message-screen.tsx';
import { titleOf } from '#features/posts/logic.ts';

export const Route = createFileRoute('/_flow/invitation/sharedMessage')({
  staticData: { title: 'app.pages.sharedMessage' },
  component: () => <SharedMessageScreen titleOf={titleOf} />,
});
