import { createFileRoute } from '@tanstack/react-router';
import { slugPattern, validated } from '#app/access.ts';
import { ComingScreen } from '#app/coming-screen.tsx';

export const Route = createFileRoute('/_clean/private/additional-information/$name/$slug')({
  staticData: { title: 'Good to know' },
  beforeLoad: validated({ name: slugPattern, slug: slugPattern }),
  component: () => <ComingScreen place="informationSection" />,
});
