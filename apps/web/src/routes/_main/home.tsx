import { createFileRoute } from '@tanstack/react-router';
import { LandingScreen } from '#features/landing/screens/landing-screen.tsx';

export const Route = createFileRoute('/_main/home')({
  staticData: { title: 'A private place for your family' },
  component: LandingScreen,
});
