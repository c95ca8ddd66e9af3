import { createFileRoute } from '@tanstack/react-router';
import { TreasuresScreen } from '#features/treasures/screens/treasures-screen.tsx';

export const Route = createFileRoute('/_clean/treasures/')({
  staticData: { title: 'app.pages.treasures' },
  component: TreasuresScreen,
});
