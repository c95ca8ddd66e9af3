import { createFileRoute } from '@tanstack/react-router';
import { language } from '#platform/language.ts';
import { MilestoneRow } from '#features/moments/components/lazy-milestone-row.tsx';
import { ShareScreen } from '#features/posts/screens/share-screen.tsx';

export const Route = createFileRoute('/_clean/mobile/iosQuickAction')({
  staticData: { title: 'app.pages.quickAction' },
  loader: () => language.need('writing'),
  component: () => <ShareScreen milestone={MilestoneRow} pickPhotos />,
});
