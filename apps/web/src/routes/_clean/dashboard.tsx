import { createFileRoute } from '@tanstack/react-router';
import { HomeScreen } from '#app/home-screen.tsx';
import { language } from '#platform/language.ts';

const given = ['search', 'q', 'person', 'kind', 'year', 'kept'] as const;

export const Route = createFileRoute('/_clean/dashboard')({
  staticData: { title: 'app.pages.home' },
  validateSearch: (search: Partial<Record<(typeof given)[number], string>>): Partial<Record<(typeof given)[number], string>> =>
    Object.fromEntries(given.flatMap((name) => (search[name] ? [[name, search[name]]] : []))),
  loaderDeps: ({ search: { search } }) => ({ search }),
  // The search stands in the place of the feed.
  loader: ({ deps: { search } }) => (search ? language.need('pages') : undefined),
  component: HomeScreen,
});
