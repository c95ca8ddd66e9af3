import { createFileRoute } from '@tanstack/react-router';
import { idPattern, validated } from '#app/access.ts';
import { ShareScreen } from '#features/posts/screens/share-screen.tsx';

export const Route = createFileRoute('/_clean/treasures/share-something')({
  staticData: { title: 'app.pages.share' },
  validateSearch: ({ shelf }: { shelf?: string }) => (shelf ? { shelf } : {}),
  beforeLoad: validated({ shelf: idPattern }),
  component: () => <ShareScreen />,
});
