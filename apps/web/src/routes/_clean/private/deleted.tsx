import { createFileRoute } from '@tanstack/react-router';
import { DeletedScreen } from '#features/posts/screens/deleted-screen.tsx';
import { language } from '#platform/language.ts';

export const Route = createFileRoute('/_clean/private/deleted')({
  staticData: { title: 'app.pages.deleted' },
  loader: () => language.need('kept'),
  component: DeletedScreen,
});
