import { createFileRoute } from '@tanstack/react-router';
import { PaywallScreen } from '#features/billing/screens/paywall-screen.tsx';

export const Route = createFileRoute('/_flow/paywall')({
  staticData: { title: 'app.pages.paywall' },
  component: PaywallScreen,
});
