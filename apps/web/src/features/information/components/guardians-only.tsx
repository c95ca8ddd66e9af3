import { t } from '@heartwood/messages/current';
import { firstName } from '#features/family/logic.ts';
import { useSession } from '#platform/session.ts';
import { BackRow } from '#ui/back-row.tsx';
import { BackButton, Page } from '#ui/page.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { peopleQuery } from '#features/people/api.ts';
import { nameOf, type Whose } from './whose.ts';

const notYoursText = (guardians: string) =>
  guardians ? t('information.notYoursText.named', { guardians }) : t('information.notYoursText.unnamed');

/** Said kindly to who may not read this: who can, and where one's own is. */
export function GuardiansOnly({ whose: { person, guardians } }: { whose: Pick<Whose, 'person' | 'guardians'> }) {
  const navigate = useNavigate();
  const { user } = useSession();
  const people = useQuery({ ...peopleQuery(), throwOnError: false }).data ?? [];
  const me = people.find(({ related_user_id: id }) => id === user?.id);
  return (
    <Page alone>
      <BackRow back={<BackButton label={t('information.back')} onBack={() => void navigate({ to: '/private' })} />} />
      <EmptyState
        level={1}
        drawing="chest"
        title={person ? t('information.notYours', { name: firstName(person.name) }) : t('information.gone')}
        action={
          person && me ? (
            <ButtonLink small look="quiet" to="/private/additional-information/$name" params={{ name: nameOf(me) }}>
              {t('information.own')}
            </ButtonLink>
          ) : (
            <ButtonLink small look="quiet" to="/dashboard">
              {t('information.toFamily')}
            </ButtonLink>
          )
        }
      >
        {person ? notYoursText(guardians) : t('information.goneText')}
      </EmptyState>
    </Page>
  );
}
