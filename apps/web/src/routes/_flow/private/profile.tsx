import { createFileRoute } from '@tanstack/react-router';
import { SettingsScreen } from '#features/private/screens/settings-screen.tsx';

export const Route = createFileRoute('/_flow/private/profile')({
  staticData: { title: 'app.pages.profile' },
  component: SettingsScreen,
});
