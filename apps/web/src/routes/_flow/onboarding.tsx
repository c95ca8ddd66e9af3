import { createFileRoute } from '@tanstack/react-router';
import { OnboardingScreen } from '#features/private/screens/onboarding-screen.tsx';

export const Route = createFileRoute('/_flow/onboarding')({
  staticData: { title: 'Make yourself at home' },
  component: OnboardingScreen,
});
