import { createFileRoute } from '@tanstack/react-router';
import { LifetimeScreen } from '#features/billing/screens/lifetime-screen.tsx';

export const Route = createFileRoute('/_flow/lifetime-subscription')({
  staticData: { title: 'app.pages.lifetime' },
  component: LifetimeScreen,
});
