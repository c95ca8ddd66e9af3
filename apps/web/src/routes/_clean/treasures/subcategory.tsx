import { createFileRoute } from '@tanstack/react-router';
import { slugPattern, validated } from '#app/access.ts';
import { ComingScreen } from '#app/coming-screen.tsx';

export const Route = createFileRoute('/_clean/treasures/subcategory')({
  staticData: { title: 'Shelves' },
  beforeLoad: validated({ category: slugPattern }),
  component: () => <ComingScreen place="shelf" />,
});
