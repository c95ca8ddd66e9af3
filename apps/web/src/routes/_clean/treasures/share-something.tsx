import { createFileRoute } from '@tanstack/react-router';
import { ShareScreen } from '#features/posts/screens/share-screen.tsx';

export const Route = createFileRoute('/_clean/treasures/share-something')({
  staticData: { title: 'Share something' },
  component: () => <ShareScreen />,
});
