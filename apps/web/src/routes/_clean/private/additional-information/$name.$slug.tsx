import { createFileRoute } from '@tanstack/react-router';
import { slugPattern, validated } from '#app/access.ts';
import { language } from '#platform/language.ts';
import { SectionScreen } from '#features/information/screens/section-screen.tsx';

export const Route = createFileRoute('/_clean/private/additional-information/$name/$slug')({
  staticData: { title: 'app.pages.information' },
  validateSearch: ({ edit }: { edit?: string }) => (edit ? { edit: String(edit) } : {}),
  // Going through the sections of a person one stays on the page.
  remountDeps: ({ params }) => (params as { name?: string }).name,
  beforeLoad: validated({ name: slugPattern, slug: /^(health|sizes|favourites|school-and-care|documents|contacts|wishes|notes)$/ }),
  loader: () => language.need('pages'),
  component: SectionScreen,
});
