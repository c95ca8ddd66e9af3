import { createFileRoute } from '@tanstack/react-router';
import { slugPattern, validated } from '#app/access.ts';
import { language } from '#platform/language.ts';
import { CategoryScreen } from '#features/treasures/screens/category-screen.tsx';

export const Route = createFileRoute('/_clean/treasures/subcategory')({
  staticData: { title: 'app.pages.shelves' },
  validateSearch: ({ category }: { category?: string }) => (category ? { category } : {}),
  remountDeps: ({ search }) => search,
  beforeLoad: validated({ category: slugPattern }),
  loader: () => language.need('kept', 'pages'),
  component: CategoryScreen,
});
