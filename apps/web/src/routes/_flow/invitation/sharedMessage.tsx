import { createFileRoute } from '@tanstack/react-router';
import { SharedMessageScreen } from '#features/invitations/screens/shared-message-screen.tsx';

export const Route = createFileRoute('/_flow/invitation/sharedMessage')({
  staticData: { title: 'app.pages.sharedMessage' },
  component: SharedMessageScreen,
});
