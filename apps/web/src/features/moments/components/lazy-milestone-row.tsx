import type { MilestoneChoice } from '#features/posts/components/draft-form.tsx';
import { language } from '#platform/language.ts';
import { OnPress } from '#platform/part.tsx';
import { lazyPart } from '#ui/lazy-part.ts';

const Row = lazyPart(async () => {
  const [part] = await Promise.all([import('./milestone-row.tsx'), language.need('pages')]);
  return part;
});

/** The row of the composer that makes a post a moment of a child, too, with its words; where it cannot be loaded, a post is none. */
export function MilestoneRow(choice: MilestoneChoice) {
  return (
    <OnPress fallback={null}>
      <Row {...choice} />
    </OnPress>
  );
}
