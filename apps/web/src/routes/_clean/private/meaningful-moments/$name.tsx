import { createFileRoute } from '@tanstack/react-router';
import { slugPattern, validated } from '#app/access.ts';
import { language } from '#platform/language.ts';
import { PersonMomentsScreen } from '#features/moments/screens/person-moments-screen.tsx';

/** What is open on the page: a moment, its editing, or a new one (of a milestone, or `own` words). */
interface Opened {
  moment?: string;
  edit?: string;
  add?: string;
}

export const Route = createFileRoute('/_clean/private/meaningful-moments/$name')({
  staticData: { title: 'app.pages.moments' },
  validateSearch: ({ moment, edit, add }: Opened): Opened => ({
    ...(moment ? { moment } : {}),
    ...(edit ? { edit } : {}),
    ...(add ? { add } : {}),
  }),
  beforeLoad: validated({ name: slugPattern }),
  loader: () => language.need('pages'),
  component: PersonMomentsScreen,
});
