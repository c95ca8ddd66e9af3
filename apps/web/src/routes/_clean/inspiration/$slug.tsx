import { createFileRoute } from '@tanstack/react-router';
import { slugPattern, validated } from '#app/access.ts';
import { PlannedScreen } from '#app/planned-screen.tsx';

export const Route = createFileRoute('/_clean/inspiration/$slug')({
  staticData: { title: 'app.pages.idea' },
  beforeLoad: validated({ slug: slugPattern }),
  component: () => <PlannedScreen place="idea" />,
});
