import { createFileRoute } from '@tanstack/react-router';
import { idPattern, validated } from '#app/access.ts';
import { SandboxScreen } from '#features/billing/screens/sandbox-screen.tsx';

export const Route = createFileRoute('/_flow/sandbox/checkout/$id')({
  staticData: { title: 'app.pages.sandbox' },
  beforeLoad: validated({ id: idPattern }),
  component: SandboxScreen,
});
