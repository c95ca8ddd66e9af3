import { createFileRoute } from '@tanstack/react-router';
import { idPattern, validated } from '#app/access.ts';
import { ChildScreen } from '#features/family/screens/child-screen.tsx';
import { ChildTimeline } from '#features/posts/components/child-timeline.tsx';

export const Route = createFileRoute('/_clean/children/childDetail/$childId')({
  staticData: { title: 'One child' },
  validateSearch: ({ edit }: { edit?: string }) => (edit ? { edit } : {}),
  beforeLoad: validated({ childId: idPattern }),
  component: () => <ChildScreen Timeline={ChildTimeline} />,
});
