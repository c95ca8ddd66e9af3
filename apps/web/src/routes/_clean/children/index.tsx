import { createFileRoute } from '@tanstack/react-router';
import { ChildrenPage } from '#app/children-page.tsx';
import { language } from '#platform/language.ts';

export const Route = createFileRoute('/_clean/children/')({
  staticData: { title: 'app.pages.children' },
  validateSearch: ({ add }: { add?: string }) => (add ? { add } : {}),
  loader: () => language.need('pages'),
  component: ChildrenPage,
});
