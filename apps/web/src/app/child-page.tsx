import { GrowthCard, OtherMeasures } from '#features/growth/components/measure-card.tsx';
import { StillToCome } from '#features/moments/components/milestones-beside.tsx';
import { ChildScreen, type ChildParts } from '#features/people/screens/child-screen.tsx';
import { ChildTimeline } from '#features/posts/components/child-timeline.tsx';
import { lazyPart } from '#ui/lazy-part.ts';

const parts: ChildParts = {
  tabs: {
    timeline: ChildTimeline,
    milestones: lazyPart(async () => ({ default: (await import('#features/moments/components/child-milestones.tsx')).ChildMilestones })),
    growth: lazyPart(() => import('#features/growth/components/growth-tab.tsx')),
    siblings: lazyPart(() => import('#features/posts/components/side-by-side.tsx')),
  },
  GrowthCard,
  OtherMeasures,
  StillToCome,
};

/** The page of a child, put together of posts, moments and growth. */
export function ChildPage() {
  return <ChildScreen parts={parts} />;
}
