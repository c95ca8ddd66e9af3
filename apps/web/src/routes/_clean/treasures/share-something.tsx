import { createFileRoute } from '@tanstack/react-router';
import { idPattern, slugPattern, validated } from '#app/access.ts';
import { IdeaLine } from '#features/inspiration/components/idea-line.tsx';
import { language } from '#platform/language.ts';
import { MilestoneRow } from '#features/moments/components/lazy-milestone-row.tsx';
import { ShareScreen } from '#features/posts/screens/share-screen.tsx';

export const Route = createFileRoute('/_clean/treasures/share-something')({
  staticData: { title: 'app.pages.share' },
  validateSearch: ({ shelf, idea }: { shelf?: string; idea?: string }) => ({ ...(shelf ? { shelf } : {}), ...(idea ? { idea } : {}) }),
  loaderDeps: ({ search: { idea } }) => ({ idea }),
  loader: ({ deps: { idea } }) => language.need('writing', ...(idea ? (['ideas'] as const) : [])),
  beforeLoad: validated({ shelf: idPattern, idea: slugPattern }),
  component: () => <ShareScreen milestone={MilestoneRow} above={<IdeaLine />} />,
});
