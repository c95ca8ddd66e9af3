import { createFileRoute } from '@tanstack/react-router';
import { language } from '#platform/language.ts';
import { PrivateScreen } from '#features/private/screens/private-screen.tsx';

export const Route = createFileRoute('/_clean/private/')({
  staticData: { title: 'app.pages.private' },
  loader: () => language.need('visitor', 'welcome', 'pages'),
  component: PrivateScreen,
});
