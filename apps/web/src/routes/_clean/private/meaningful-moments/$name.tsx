import { createFileRoute } from '@tanstack/react-router';
import { slugPattern, validated } from '#app/access.ts';
import { ComingScreen } from '#app/coming-screen.tsx';

export const Route = createFileRoute('/_clean/private/meaningful-moments/$name')({
  staticData: { title: 'Meaningful moments' },
  beforeLoad: validated({ name: slugPattern }),
  component: () => <ComingScreen place="momentsOf" />,
});
