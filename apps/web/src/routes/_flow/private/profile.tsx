import { createFileRoute } from '@tanstack/react-router';
import { ProfileScreen } from '#features/private/screens/profile-screen.tsx';

export const Route = createFileRoute('/_flow/private/profile')({
  staticData: { title: 'Edit profile' },
  component: ProfileScreen,
});
