import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { childrenQuery } from '#features/people/api.ts';
import { useSession } from '#platform/session.ts';
import { ChildrenStep } from '../components/children-step.tsx';
import { InviteStep } from '../components/invite-step.tsx';
import { YouStep } from '../components/you-step.tsx';
import { stepFrom, stepToResume, type Step } from '../logic.ts';

/** The first steps after registering. Each can be skipped; whoever leaves and comes back goes on where nothing has been done yet. */
export function OnboardingScreen() {
  const { step } = useSearch({ strict: false }) as { step?: string };
  const { profile } = useSession();
  const children = useQuery(childrenQuery());
  const [resumed, resume] = useState<Step>();
  const photo = (profile?.images.length ?? 0) > 0;
  // Decided once, as soon as it can be: what is added on the way must not move somebody on.
  if (!resumed && (!photo || !children.isPending)) resume(stepToResume({ photo, children: (children.data?.length ?? 0) > 0 }));
  const shown = stepFrom(step) ?? resumed;
  if (shown === 'you') return <YouStep />;
  if (shown === 'children') return <ChildrenStep />;
  return shown === 'invite' ? <InviteStep /> : null;
}
