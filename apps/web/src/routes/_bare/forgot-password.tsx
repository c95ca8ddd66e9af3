import { createFileRoute } from '@tanstack/react-router';
import { ForgotPasswordScreen } from '#features/passwords/screens/forgot-password-screen.tsx';

export const Route = createFileRoute('/_bare/forgot-password')({
  staticData: { title: 'app.pages.forgotPassword' },
  component: ForgotPasswordScreen,
});
