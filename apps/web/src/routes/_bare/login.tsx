import { createFileRoute } from '@tanstack/react-router';
import { goOn } from '#app/access.ts';
import { LoginScreen } from '#features/accounts/screens/login-screen.tsx';

export const Route = createFileRoute('/_bare/login')({
  staticData: { title: 'app.pages.login' },
  beforeLoad: goOn,
  component: LoginScreen,
});
