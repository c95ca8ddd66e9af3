import { createFileRoute } from '@tanstack/react-router';
import { slugPattern, validated } from '#app/access.ts';
import { IdeaScreen } from '#features/inspiration/screens/idea-screen.tsx';
import { language } from '#platform/language.ts';

export const Route = createFileRoute('/_clean/inspiration/$slug')({
  staticData: { title: 'app.pages.idea' },
  beforeLoad: validated({ slug: slugPattern }),
  loader: () => language.need('ideas'),
  component: IdeaScreen,
});
