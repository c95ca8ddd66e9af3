import { createFileRoute } from '@tanstack/react-router';
import { ComingScreen } from '#app/coming-screen.tsx';

export const Route = createFileRoute('/_clean/treasures/')({
  staticData: { title: 'Treasures' },
  component: () => <ComingScreen place="treasures" />,
});
