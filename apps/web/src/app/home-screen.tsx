import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { DashboardScreen } from '#features/posts/screens/dashboard-screen.tsx';

const SearchScreen = lazy(() => import('#features/search/screens/search-screen.tsx'));
const route = getRouteApi('/_clean/dashboard');

/** The feed, or with `?search=1` the search over it: the specification has no route of its own for that. */
export function HomeScreen() {
  const { search } = route.useSearch();
  return search ? <Suspense>{<SearchScreen />}</Suspense> : <DashboardScreen />;
}
