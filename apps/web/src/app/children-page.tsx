import { useQuery } from '@tanstack/react-query';
import { MilestonesLately } from '#features/moments/components/milestones-beside.tsx';
import { NextBirthdays } from '#features/people/components/next-birthdays.tsx';
import { ChildrenScreen } from '#features/people/screens/children-screen.tsx';
import { countsQuery } from '#features/posts/api.ts';

/** The page of the children, with how much is kept of each, their latest moments and the birthdays ahead. */
export function ChildrenPage() {
  const { data: memories } = useQuery({ ...countsQuery(), throwOnError: false });
  return (
    <ChildrenScreen
      memories={memories}
      beside={
        <>
          <MilestonesLately />
          <NextBirthdays />
        </>
      }
    />
  );
}
