import { createFileRoute } from '@tanstack/react-router';
import { PrivateScreen } from '#features/private/screens/private-screen.tsx';

export const Route = createFileRoute('/_clean/private/')({
  staticData: { title: 'Private' },
  component: PrivateScreen,
});
