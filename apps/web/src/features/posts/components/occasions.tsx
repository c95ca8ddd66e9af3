import { yearOf } from '@heartwood/contract/days';
import { t } from '@heartwood/messages/current';
import type { Relationship } from '@heartwood/contract/people';
import type { Post } from '@heartwood/contract/posts';
import { Link } from '@tanstack/react-router';
import { Gift } from 'lucide-react';
import { Suspense } from 'react';
import type { UpcomingBirthday } from '#features/people/logic.ts';
import { birthdayDate, birthdayTitle, inDaysLine } from '#features/people/components/ages.ts';
import { gridItem, pictured } from '#features/media/logic.ts';
import { addressOf } from '#platform/addresses.ts';
import { language } from '#platform/language.ts';
import { useSession } from '#platform/session.ts';
import { beginningOf } from '#ui/beginning-of.ts';
import { Avatar } from '#ui/avatar.tsx';
import { IconLink } from '#ui/icon-button.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { List, ListRow } from '#ui/list-row.tsx';
import { SectionHead } from '#ui/page-head.tsx';
import { PhotoFrame } from '#ui/photo-frame.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { Occasions } from '../hooks/use-occasions.ts';

/** Mostly nothing waits: then nothing of it is loaded. */
const Waiting = lazyPart(async () => {
  const [waiting] = await Promise.all([import('#features/questions/components/waiting.tsx'), language.need('pages')]);
  return waiting;
});

/** The column beside the feed: what is coming up, and what was on this day. */
export function OccasionColumn({ on, names, birthdays, memories, waiting }: Occasions) {
  return (
    <>
      {birthdays.length > 0 && (
        <section>
          <SectionHead title={t('posts.comingUp')} />
          <List card>
            {birthdays.map((birthday) => (
              <ListRow
                key={birthday.person.heartwood_id}
                start={<Face person={birthday.person} />}
                title={<b className="type-label">{titleOf(birthday, names)}</b>}
                meta={birthdayDate(birthday)}
                end={<WishLink birthday={birthday} names={names} />}
              />
            ))}
          </List>
        </section>
      )}
      {memories.length > 0 && (
        <section>
          <SectionHead title={t('posts.onThisDay')} />
          <div className="grid gap-4">
            {memories.slice(0, 2).map((post) => (
              <Memory key={post.id} post={post} on={on} className="aspect-[1/.86] min-h-fit rounded-card" titleClass="type-heading" />
            ))}
          </div>
        </section>
      )}
      {waiting.length > 0 && (
        <Suspense>
          <Waiting all={waiting} />
        </Suspense>
      )}
    </>
  );
}

/** The same in a row that scrolls sideways, on a phone. */
export function OccasionStrip({ on, names, birthdays, memories, waiting }: Occasions) {
  return (
    <section aria-label={t('posts.comingUp')} className="scroll-row mt-5 gap-3 pb-1 lg:hidden">
      {memories.slice(0, 2).map((post) => (
        <Memory key={post.id} post={post} on={on} today className="min-h-48.5 w-53 shrink-0 rounded-[18px]" titleClass="type-label" />
      ))}
      {birthdays.map((birthday) => (
        <div key={birthday.person.heartwood_id} className="min-h-48.5 w-41 shrink-0 rounded-[18px] bg-sunken px-4 py-3.5">
          <div className="flex items-start justify-between">
            <Face person={birthday.person} />
            <WishLink birthday={birthday} names={names} />
          </div>
          <p className="mt-3 type-label">{titleOf(birthday, names)}</p>
          <p className="type-meta">{inDaysLine(birthday.inDays)}</p>
        </div>
      ))}
      {waiting.length > 0 && (
        <Suspense fallback={<Skeleton className="h-48.5 w-57 shrink-0 rounded-[18px]" />}>
          <Waiting all={waiting} strip />
        </Suspense>
      )}
    </section>
  );
}

const titleOf = (birthday: UpcomingBirthday<Relationship>, names: ReadonlyMap<string, string>) =>
  birthdayTitle(names.get(birthday.person.heartwood_id) ?? birthday.person.name, birthday);

/** The way to the wishes for a birthday; to one's own there is none. */
function WishLink({ birthday: { person }, names }: { birthday: UpcomingBirthday<Relationship>; names: ReadonlyMap<string, string> }) {
  const { user } = useSession();
  if (person.related_user_id === user?.id) return null;
  return (
    <IconLink
      label={t('posts.gatherWishes', { name: names.get(person.heartwood_id) ?? person.name })}
      look="fill"
      to="/inspiration/share-birthday"
      search={{ person: person.slug || person.heartwood_id }}
    >
      <Gift className="icon-s" />
    </IconLink>
  );
}

function Face({ person }: { person: Relationship }) {
  return <Avatar id={person.heartwood_id} name={person.name} src={addressOf(person.images[0]?.thumb)} />;
}

function Memory({
  post,
  on,
  today,
  className,
  titleClass,
}: {
  post: Post;
  on: string;
  today?: boolean;
  className: string;
  titleClass: string;
}) {
  const [first] = pictured(post.media);
  const title = post.recipe?.title ?? (beginningOf(post.text) || t('posts.onThisDay'));
  const years = yearOf(on) - yearOf(post.occurred_on);
  const ago = today ? t('posts.yearsAgoToday', { years }) : t('posts.yearsAgo', { years });
  const photo = first && gridItem(first, '');
  if (!photo || photo.sources.length === 0)
    return (
      <Link to="/post/$id" params={{ id: post.id }} className={`flex flex-col justify-end bg-sunken p-4 ${className}`}>
        <span className={titleClass}>{title}</span>
        <span className="type-meta">{ago}</span>
      </Link>
    );
  return (
    <Link to="/post/$id" params={{ id: post.id }} className={`photo-veil flex flex-col justify-end after:hidden ${className}`}>
      <PhotoFrame photo={photo} covered sizes="330px" />
      <span className="photo-words px-4 pb-3.5">
        <span className={`block ${titleClass}`}>{title}</span>
        <span className="type-meta text-[#f3e9df]">{ago}</span>
      </span>
    </Link>
  );
}
