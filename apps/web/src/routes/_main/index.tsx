import { createFileRoute } from '@tanstack/react-router';
import { welcomeBack } from '#app/access.ts';
import { LandingScreen } from '#features/landing/screens/landing-screen.tsx';

export const Route = createFileRoute('/_main/')({
  staticData: { title: 'app.pages.landing' },
  beforeLoad: welcomeBack,
  component: LandingScreen,
});
