import { createFileRoute } from '@tanstack/react-router';
import { SubscribeScreen } from '#features/billing/screens/subscribe-screen.tsx';

export const Route = createFileRoute('/_main/subscribe')({
  staticData: { title: 'app.pages.subscribe' },
  component: SubscribeScreen,
});
