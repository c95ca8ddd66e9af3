import { createFileRoute } from '@tanstack/react-router';
import { idPattern, validated } from '#app/access.ts';
import { ComingScreen } from '#app/coming-screen.tsx';

export const Route = createFileRoute('/_clean/subcategory/subcategoryPosts')({
  staticData: { title: 'One shelf' },
  beforeLoad: validated({ subcategory: idPattern }),
  component: () => <ComingScreen place="shelfPosts" />,
});
