import { createFileRoute } from '@tanstack/react-router';
import { ComingScreen } from '#app/coming-screen.tsx';

export const Route = createFileRoute('/_clean/inspiration/')({
  staticData: { title: 'app.pages.inspiration' },
  component: () => <ComingScreen place="inspiration" />,
});
