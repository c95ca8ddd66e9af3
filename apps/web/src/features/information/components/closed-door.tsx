import { firstName } from '#features/family/logic.ts';
import { useSession } from '#platform/session.ts';
import { BackButton, Page } from '#ui/page.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { peopleQuery } from '#features/people/api.ts';
import { words } from '../words.ts';
import { nameOf, type Whose } from './whose.ts';

/** Said kindly to who may not read this: who can, and where one's own is. */
export function ClosedDoor({ whose: { person, guardians } }: { whose: Pick<Whose, 'person' | 'guardians'> }) {
  const navigate = useNavigate();
  const { user } = useSession();
  const people = useQuery({ ...peopleQuery(), throwOnError: false }).data ?? [];
  const me = people.find(({ related_user_id: id }) => id === user?.id);
  return (
    <Page>
      <div className="-mx-2 min-h-14">
        <BackButton label={words.back} onBack={() => void navigate({ to: '/private' })} />
      </div>
      <EmptyState
        level={1}
        drawing="chest"
        title={person ? words.notYours(firstName(person.name)) : words.gone}
        action={
          person && me ? (
            <ButtonLink small look="quiet" to="/private/additional-information/$name" params={{ name: nameOf(me) }}>
              {words.own}
            </ButtonLink>
          ) : (
            <ButtonLink small look="quiet" to="/dashboard">
              {words.toFamily}
            </ButtonLink>
          )
        }
      >
        {person ? words.notYoursText(guardians) : words.goneText}
      </EmptyState>
    </Page>
  );
}
