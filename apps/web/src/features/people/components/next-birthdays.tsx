import { t } from '@heartwood/messages/current';
import type { Relationship } from '@heartwood/contract/people';
import { Gift } from 'lucide-react';
import { useIsGuardian } from '#features/family/api.ts';
import { addressOf } from '#platform/addresses.ts';
import { useSession } from '#platform/session.ts';
import { useToday } from '#platform/today.ts';
import { Avatar } from '#ui/avatar.tsx';
import { IconLink } from '#ui/icon-button.tsx';
import { List, ListLink, ListRow } from '#ui/list-row.tsx';
import { SectionHead } from '#ui/page-head.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { StripLink } from '#ui/strip-card.tsx';
import { useNames } from '../api.ts';
import { upcomingBirthdays, whoseBirthdayIsMissing } from '../logic.ts';
import { birthdayDate, birthdayTitle } from './ages.ts';

/** Rows that stand there at once. */
const most = 4;
/** Days before a birthday in which wishes are gathered for it. */
const gathered = 60;

/** The next birthdays, and whose one could write down; `most` of both. */
function useBirthdays(most: number, but?: string) {
  const on = useToday();
  const { names, people, isLoading } = useNames();
  const me = useSession().user?.id;
  const guardian = useIsGuardian() === true;
  const others = people.filter(({ heartwood_id: id }) => id !== but);
  const ahead = upcomingBirthdays(others, on, 366).slice(0, most);
  const missing = whoseBirthdayIsMissing(others, me, guardian).slice(0, most - ahead.length);
  const called = ({ heartwood_id: id, name }: Relationship) => names.get(id) ?? name;
  return { me, ahead, missing, called, isLoading };
}

/** Birthdays further ahead, and those that are not known, in the row above the feed, on a phone, where nothing comes up soon. */
export function NextBirthdayStrip() {
  const { me, ahead, missing, called } = useBirthdays(2);
  if (ahead.length + missing.length === 0) return null;
  return (
    <section aria-label={t('people.next.title')} className="scroll-row mt-5 gap-3 pb-1 lg:hidden">
      {ahead.map(({ person, ...birthday }) => (
        <StripLink
          key={person.heartwood_id}
          to="/children/childDetail/$childId"
          params={{ childId: person.heartwood_id }}
          start={<Face person={person} />}
          title={birthdayTitle(called(person), birthday)}
          meta={birthdayDate(birthday)}
        />
      ))}
      {missing.map((person) =>
        person.related_user_id === me ? (
          <StripLink
            key={person.heartwood_id}
            to="/private/profile"
            start={<Face person={person} />}
            title={t('people.next.own')}
            meta={t('people.next.ownText')}
          />
        ) : (
          <StripLink
            key={person.heartwood_id}
            to="/children/childDetail/$childId"
            params={{ childId: person.heartwood_id }}
            search={{ edit: '1' }}
            start={<Face person={person} />}
            title={t('people.next.missing', { name: called(person) })}
            meta={person.is_child ? t('people.next.missingText') : t('people.next.ownText')}
          />
        ),
      )}
    </section>
  );
}

/** The next birthdays, however far ahead, then those that one could write down: one's own, and for guardians that of whoever has no account; where there are none, what will stand there. `but` is left out. */
export function NextBirthdays({ but }: { but?: string | undefined }) {
  const { me, ahead, missing, called, isLoading } = useBirthdays(most, but);
  if (isLoading) return <Skeleton className="h-40" />;
  if (ahead.length + missing.length === 0)
    return (
      <section>
        <SectionHead title={t('people.next.title')} />
        <p className="soft">{t('people.next.none')}</p>
      </section>
    );
  return (
    <section>
      <SectionHead title={t('people.next.title')} />
      <List card>
        {ahead.map(({ person, ...birthday }) => (
          <ListRow
            key={person.heartwood_id}
            start={<Face person={person} />}
            title={<b className="type-label">{birthdayTitle(called(person), birthday)}</b>}
            meta={birthdayDate(birthday)}
            end={
              birthday.inDays <= gathered &&
              person.related_user_id !== me && (
                <IconLink
                  label={t('posts.gatherWishes', { name: called(person) })}
                  look="fill"
                  to="/inspiration/share-birthday"
                  search={{ person: person.slug || person.heartwood_id }}
                >
                  <Gift className="icon-s" />
                </IconLink>
              )
            }
          />
        ))}
        {missing.map((person) =>
          person.related_user_id === me ? (
            <ListLink
              key={person.heartwood_id}
              to="/private/profile"
              start={<Face person={person} />}
              title={<b className="type-label">{t('people.next.own')}</b>}
              meta={t('people.next.ownText')}
            />
          ) : (
            <ListLink
              key={person.heartwood_id}
              to="/children/childDetail/$childId"
              params={{ childId: person.heartwood_id }}
              search={{ edit: '1' }}
              start={<Face person={person} />}
              title={<b className="type-label">{t('people.next.missing', { name: called(person) })}</b>}
              meta={person.is_child ? t('people.next.missingText') : t('people.next.ownText')}
            />
          ),
        )}
      </List>
    </section>
  );
}

function Face({ person: { heartwood_id: id, name, images } }: { person: Relationship }) {
  return <Avatar id={id} name={name} src={addressOf(images[0]?.thumb)} />;
}
