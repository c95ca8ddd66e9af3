import { createFileRoute } from '@tanstack/react-router';
import { DeletedScreen } from '#features/posts/screens/deleted-screen.tsx';

export const Route = createFileRoute('/_clean/private/deleted')({
  staticData: { title: 'app.pages.deleted' },
  component: DeletedScreen,
});
