import { daysBetween } from '@heartwood/contract/days';
import { t } from '@heartwood/messages/current';
import type { Gathered } from '@heartwood/contract/birthdays';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { EyeOff } from 'lucide-react';
import { peopleQuery, useNames } from '#features/people/api.ts';
import { birthdayTitle } from '#features/people/components/ages.ts';
import { NextBirthdays } from '#features/people/components/next-birthdays.tsx';
import { ringsOf } from '#features/people/logic.ts';
import { addressOf } from '#platform/addresses.ts';
import { dayInWords } from '#platform/dates.ts';
import { CallError } from '#platform/http.ts';
import { hasNotCome, NotLoaded } from '#platform/not-loaded.tsx';
import { useSession } from '#platform/session.ts';
import { useToday } from '#platform/today.ts';
import { Avatar } from '#ui/avatar.tsx';
import { BackRow } from '#ui/back-row.tsx';
import { Banner } from '#ui/banner.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { List, ListLink } from '#ui/list-row.tsx';
import { BackButton, Page } from '#ui/page.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { birthdaysQuery, gatheredQuery } from '../api.ts';
import { BirthdayCard } from '../components/card.tsx';
import { NextOnes } from '../components/next-ones.tsx';
import { WhoWished } from '../components/who-wished.tsx';
import { YourWish } from '../components/your-wish.tsx';
import { othersAhead } from '../logic.ts';

const route = getRouteApi('/_clean/inspiration/share-birthday');

/** The wishes for one birthday: of the person that is asked for, else of whoever is next. `on` is the day of an earlier one. */
export function ShareBirthdayScreen() {
  const { person: asked, on: day, idea } = route.useSearch();
  const on = useToday();
  const { user } = useSession();
  const { people } = useNames();
  const me = people.find(({ related_user_id }) => related_user_id === user?.id)?.heartwood_id;
  const ahead = useQuery(birthdaysQuery(on));
  // They are asked for with their names.
  const names = useQuery({ ...peopleQuery(), enabled: false });
  const [first] = othersAhead(ahead.data ?? [], me, undefined, 1);
  const person = asked
    ? people.find(({ heartwood_id, slug }) => heartwood_id === asked || slug === asked)?.heartwood_id
    : first?.heartwood_id;
  const next = othersAhead(ahead.data ?? [], me, person, 3);
  const isKnown = people.length > 0 && (asked !== undefined || !ahead.isPending || hasNotCome(ahead));
  const beside = isKnown && (next.length > 0 ? <NextOnes birthdays={next} /> : <NextBirthdays but={person} />);
  return (
    <Page aside={beside}>
      <Back />
      {!isKnown && (hasNotCome(names) ? <Failed onRetry={names.refetch} /> : <Waiting />)}
      {isKnown && person && <Wishes key={`${person} ${day ?? ''}`} person={person} day={day} me={me} idea={idea} />}
      {isKnown && !person && asked && <NotThere />}
      {isKnown && !person && !asked && (hasNotCome(ahead) ? <Failed onRetry={ahead.refetch} /> : <Nobody />)}
      <div className="mt-10 lg:hidden">{beside}</div>
    </Page>
  );
}

function Back() {
  const navigate = useNavigate();
  return <BackRow back={<BackButton label={t('birthdays.back')} onBack={() => void navigate({ to: '/inspiration' })} />} />;
}

function Wishes({ person, day, me, idea }: Record<'day' | 'me' | 'idea', string | undefined> & { person: string }) {
  const asked = useQuery(gatheredQuery(person, day));
  const { data, error, refetch } = asked;
  const on = useToday();
  if (error instanceof CallError && error.status === 404 && !data) return <NotThere />;
  if (!data) return hasNotCome(asked) ? <Failed onRetry={refetch} /> : <Waiting />;
  const isOwn = data.heartwood_id === me;
  const isToday = data.birthday_on === on;
  return (
    <>
      <Head gathered={data} />
      {isOwn && !data.delivered && <OwnAhead isPast={day !== undefined && day < on} />}
      {!isOwn && !data.delivered && <Secret gathered={data} />}
      {data.delivered && <BirthdayCard gathered={data} isOwn={isOwn} isOpen={!isToday} />}
      {!isOwn && <YourWish gathered={data} isToday={isToday} idea={idea} />}
      {!isOwn && !data.delivered && <WhoWished gathered={data} />}
      <EarlierCards gathered={data} person={person} />
    </>
  );
}

/** Whose birthday it is, and when. */
function Head({ gathered: { heartwood_id: id, name, birthday_on: day, turns } }: { gathered: Gathered }) {
  const on = useToday();
  const { names, people } = useNames();
  const person = people.find(({ heartwood_id }) => heartwood_id === id);
  const inDays = day ? daysBetween(on, day) : 0;
  const short = names.get(id) ?? name;
  return (
    <header className="mt-1 flex items-center gap-5">
      <Avatar
        id={id}
        name={name}
        src={addressOf(person?.images[0]?.path)}
        size="l"
        rings={person?.birth_day ? ringsOf(person.birth_day, on) : undefined}
      />
      <div className="min-w-0">
        <h1 className="type-title">{turns === null || inDays < 0 ? short : birthdayTitle(short, { turns, inDays })}</h1>
        {day && (
          <p className="mt-2 soft">
            {inDays < 0 ? dayInWords(day) : t('birthdays.when', { day: dayInWords(day, { weekday: true, year: false }), days: inDays })}
          </p>
        )}
      </div>
    </header>
  );
}

/** Who does not see what is gathered, or why nothing is. */
function Secret({ gathered }: { gathered: Gathered }) {
  const { names, people } = useNames();
  const { heartwood_id: id, birthday_on: day, can } = gathered;
  const name = names.get(id) ?? gathered.name;
  const isMember = people.some(({ heartwood_id, is_user }) => heartwood_id === id && is_user === 1);
  if (day === null) return <Banner className="mt-6">{t('birthdays.unknown', { name })}</Banner>;
  if (!can.remind && gathered.wishes.length === 0) return <Banner className="mt-6">{t('birthdays.later')}</Banner>;
  if (!can.remind) return <Banner className="mt-6">{t('birthdays.over', { name })}</Banner>;
  return (
    <Banner tone="saved" icon={<EyeOff className="icon-s" />} className="mt-6">
      {isMember ? t('birthdays.secret', { name }) : t('birthdays.readOut', { name })}
    </Banner>
  );
}

/** One's own birthday before it comes: nothing is said of what the others do. */
function OwnAhead({ isPast }: { isPast: boolean }) {
  if (isPast) return <Banner className="mt-6">{t('birthdays.own.none')}</Banner>;
  return (
    <EmptyState className="mt-8" drawing="chest" title={t('birthdays.own.title')}>
      {t('birthdays.own.text')}
    </EmptyState>
  );
}

function EarlierCards({ gathered: { cards, birthday_on: day }, person }: { gathered: Gathered; person: string }) {
  const earlier = cards.filter((one) => one !== day);
  if (earlier.length === 0) return null;
  return (
    <section className="mt-10">
      <h2 className="type-subhead">{t('birthdays.earlier')}</h2>
      <List card className="mt-3">
        {earlier.map((one) => (
          <ListLink key={one} to="/inspiration/share-birthday" search={{ person, on: one }} title={dayInWords(one)} />
        ))}
      </List>
    </section>
  );
}

function Waiting() {
  return (
    <Loading label={t('birthdays.loading')} className="mt-1">
      <div className="flex items-center gap-5">
        <Skeleton className="size-26 rounded-full" />
        <div className="grid flex-1 gap-3">
          <Skeleton className="h-8 w-3/4" />
          <Skeleton className="h-4 w-1/2" />
        </div>
      </div>
      <Skeleton className="mt-6 h-21 rounded-md" />
      <Skeleton className="mt-10 h-64 rounded-card" />
    </Loading>
  );
}

function Failed({ onRetry }: { onRetry: () => unknown }) {
  return (
    <>
      <h1 className="type-title">{t('birthdays.title')}</h1>
      <NotLoaded className="mt-6" onRetry={onRetry}>
        {t('birthdays.failed')}
      </NotLoaded>
    </>
  );
}

function NotThere() {
  return (
    <EmptyState
      level={1}
      drawing="sprout"
      title={t('birthdays.notThere.title')}
      action={
        <ButtonLink small to="/inspiration/share-birthday" search={{}}>
          {t('birthdays.notThere.action')}
        </ButtonLink>
      }
    >
      {t('birthdays.notThere.text')}
    </EmptyState>
  );
}

function Nobody() {
  return (
    <EmptyState
      level={1}
      drawing="chest"
      title={t('birthdays.nobody.title')}
      action={
        <ButtonLink small to="/children">
          {t('birthdays.nobody.action')}
        </ButtonLink>
      }
    >
      {t('birthdays.nobody.text')}
    </EmptyState>
  );
}
