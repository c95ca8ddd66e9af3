import { createFileRoute } from '@tanstack/react-router';
import { RegisterScreen } from '#features/accounts/screens/register-screen.tsx';

export const Route = createFileRoute('/_bare/register')({
  staticData: { title: 'app.pages.register' },
  component: RegisterScreen,
});
