import { createFileRoute } from '@tanstack/react-router';
import { PlannedScreen } from '#app/planned-screen.tsx';

export const Route = createFileRoute('/_clean/inspiration/')({
  staticData: { title: 'app.pages.inspiration' },
  component: () => <PlannedScreen place="inspiration" />,
});
