import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { DashboardScreen } from '#features/posts/screens/dashboard-screen.tsx';

const SearchScreen = lazy(() => import('#features/search/screens/search-screen.tsx'));

const given = ['search', 'q', 'person', 'kind', 'year'] as const;

export const Route = createFileRoute('/_clean/dashboard')({
  staticData: { title: 'Home' },
  validateSearch: (search: Partial<Record<(typeof given)[number], string>>): Partial<Record<(typeof given)[number], string>> =>
    Object.fromEntries(given.flatMap((name) => (search[name] ? [[name, search[name]]] : []))),
  component: Home,
});

/** The feed, or with `?search=1` the search over it: the specification has no route of its own for that. */
function Home() {
  const { search } = Route.useSearch();
  return search ? <Suspense>{<SearchScreen />}</Suspense> : <DashboardScreen />;
}
