import { createFileRoute } from '@tanstack/react-router';
import { PrivateScreen } from '#features/private/screens/private-screen.tsx';

export const Route = createFileRoute('/_clean/private/')({
  staticData: { title: 'app.pages.private' },
  component: PrivateScreen,
});
