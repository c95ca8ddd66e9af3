import { createFileRoute } from '@tanstack/react-router';
import { LoginScreen } from '#features/accounts/screens/login-screen.tsx';

export const Route = createFileRoute('/_bare/login')({
  staticData: { title: 'Log in' },
  component: LoginScreen,
});
