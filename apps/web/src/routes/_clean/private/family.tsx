import { createFileRoute } from '@tanstack/react-router';
import { FamilyScreen } from '#features/invitations/screens/family-screen.tsx';

export const Route = createFileRoute('/_clean/private/family')({
  staticData: { title: 'Your family' },
  component: FamilyScreen,
});
