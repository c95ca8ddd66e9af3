import { createFileRoute } from '@tanstack/react-router';
import { ChildrenScreen } from '#features/children/screens/children-screen.tsx';

export const Route = createFileRoute('/_clean/children/')({
  staticData: { title: 'Children' },
  validateSearch: ({ add }: { add?: string }) => (add ? { add } : {}),
  component: ChildrenScreen,
});
