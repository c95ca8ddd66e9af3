import { createFileRoute } from '@tanstack/react-router';
import { idPattern, slugPattern, validated } from '#app/access.ts';
import { ShelfScreen } from '#features/posts/screens/shelf-screen.tsx';

export const Route = createFileRoute('/_clean/subcategory/subcategoryPosts')({
  staticData: { title: 'One shelf' },
  validateSearch: ({ subcategory, category }: { subcategory?: string; category?: string }) => ({
    ...(subcategory ? { subcategory } : {}),
    ...(category ? { category } : {}),
  }),
  beforeLoad: validated({ subcategory: idPattern, category: slugPattern }),
  component: ShelfScreen,
});
