import { createFileRoute } from '@tanstack/react-router';
import { LandingScreen } from '#features/landing/screens/landing-screen.tsx';

export const Route = createFileRoute('/_main/home')({
  staticData: { title: 'app.pages.landing' },
  component: LandingScreen,
});
