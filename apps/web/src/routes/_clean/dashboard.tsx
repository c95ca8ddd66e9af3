import { createFileRoute } from '@tanstack/react-router';
import { DashboardScreen } from '#features/posts/screens/dashboard-screen.tsx';

export const Route = createFileRoute('/_clean/dashboard')({
  staticData: { title: 'Home' },
  component: DashboardScreen,
});
