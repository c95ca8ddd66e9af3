import { createFileRoute } from '@tanstack/react-router';
import { OnboardingScreen } from '#features/private/screens/onboarding-screen.tsx';

export const Route = createFileRoute('/_flow/onboarding')({
  staticData: { title: 'app.pages.onboarding' },
  component: OnboardingScreen,
});
