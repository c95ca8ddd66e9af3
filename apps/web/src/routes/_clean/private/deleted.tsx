import { createFileRoute } from '@tanstack/react-router';
import { DeletedPage } from '#app/deleted-page.tsx';
import { language } from '#platform/language.ts';

export const Route = createFileRoute('/_clean/private/deleted')({
  staticData: { title: 'app.pages.deleted' },
  loader: () => language.need('kept', 'pages'),
  component: DeletedPage,
});
