import { createFileRoute } from '@tanstack/react-router';
import { TreasuresScreen } from '#features/treasures/screens/treasures-screen.tsx';
import { language } from '#platform/language.ts';

export const Route = createFileRoute('/_clean/treasures/')({
  staticData: { title: 'app.pages.treasures' },
  loader: () => language.need('kept'),
  component: TreasuresScreen,
});
