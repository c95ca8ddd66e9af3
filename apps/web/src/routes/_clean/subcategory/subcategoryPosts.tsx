import { createFileRoute } from '@tanstack/react-router';
import { idPattern, slugPattern, validated } from '#app/access.ts';
import { language } from '#platform/language.ts';
import { ShelfScreen } from '#features/posts/screens/shelf-screen.tsx';

export const Route = createFileRoute('/_clean/subcategory/subcategoryPosts')({
  staticData: { title: 'app.pages.shelf' },
  validateSearch: (given: { subcategory?: string; category?: string; by?: string; with?: string }) => {
    const { subcategory, category, by, with: attached } = given;
    return { ...(subcategory && { subcategory }), ...(category && { category }), ...(by && { by }), ...(attached && { with: attached }) };
  },
  remountDeps: ({ search: { subcategory, category } }) => ({ subcategory, category }),
  beforeLoad: validated({ subcategory: idPattern, category: slugPattern, by: idPattern, with: /^(photos|voices)$/ }),
  loader: () => language.need('kept', 'pages'),
  component: ShelfScreen,
});
