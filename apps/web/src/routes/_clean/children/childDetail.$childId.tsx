import { createFileRoute } from '@tanstack/react-router';
import { idPattern, validated } from '#app/access.ts';
import { ChildPage } from '#app/child-page.tsx';
import { language } from '#platform/language.ts';

interface ChildSearch {
  edit?: string;
  tab?: string;
  add?: string;
  measure?: string;
  counting?: string;
}
const known = ['edit', 'tab', 'add', 'measure', 'counting'] as const;

export const Route = createFileRoute('/_clean/children/childDetail/$childId')({
  staticData: { title: 'app.pages.child' },
  validateSearch: (given: ChildSearch): ChildSearch =>
    Object.fromEntries(known.flatMap((name) => (given[name] ? [[name, String(given[name])]] : []))),
  beforeLoad: validated({ childId: idPattern }),
  loader: () => language.need('pages'),
  component: ChildPage,
});
