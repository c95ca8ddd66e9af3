import { createFileRoute } from '@tanstack/react-router';
import { NotificationsScreen } from '#features/notifications/screens/notifications-screen.tsx';
import { language } from '#platform/language.ts';

export const Route = createFileRoute('/_clean/private/notifications')({
  staticData: { title: 'app.pages.notifications' },
  loader: () => language.need('pages'),
  component: NotificationsScreen,
});
