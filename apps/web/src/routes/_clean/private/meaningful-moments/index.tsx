import { createFileRoute } from '@tanstack/react-router';
import { ComingScreen } from '#app/coming-screen.tsx';

export const Route = createFileRoute('/_clean/private/meaningful-moments/')({
  staticData: { title: 'Meaningful moments' },
  component: () => <ComingScreen place="moments" />,
});
