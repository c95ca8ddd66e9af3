import { useIsGuardian } from '#features/family/api.ts';
import { relationSaid } from '#features/family/components/relations.ts';
import { t } from '@heartwood/messages/current';
import type { PlainKey } from '@heartwood/messages/translate';
import type { Media } from '@heartwood/contract/media';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { useNames } from '#features/people/api.ts';
import { pictureOf } from '#features/inspiration/components/photos.ts';
import { firstPicture, gridItem, kindShown } from '#features/media/logic.ts';
import { addressOf } from '#platform/addresses.ts';
import { dayInWords } from '#platform/dates.ts';
import { today } from '#platform/today.ts';
import { Avatar } from '#ui/avatar.tsx';
import { focusLater } from '#ui/focus-later.ts';
import { SectionHead } from '#ui/page-head.tsx';
import { PhotoFrame } from '#ui/photo-frame.tsx';
import type { Found } from '../api.ts';
import { Excerpt } from './excerpt.tsx';

const row = 'flex w-full items-start gap-3.5 py-3.5 text-start leading-snug';
/** How many of a kind are shown before somebody asks for all. */
const few = 3;

/** One kind of what was found: the first few, and all of them at a press; all at once with `whole`. */
function Section<Item>({
  title,
  items,
  whole,
  children,
}: {
  title: string;
  items: readonly Item[];
  whole: boolean;
  children: (item: Item) => ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const section = useRef<HTMLElement>(null);
  const showAll = () => {
    setOpen(true);
    focusLater(() => section.current?.querySelectorAll<HTMLElement>('[data-hit]')[few]);
  };
  if (items.length === 0) return null;
  const shown = whole || open ? items : items.slice(0, few);
  return (
    <section ref={section} className="mt-8">
      <SectionHead
        className="mb-0"
        title={
          <>
            {title} <span className="num font-normal text-ink-3">{items.length}</span>
          </>
        }
        end={
          shown.length < items.length && (
            <button type="button" className="link-row" onClick={showAll}>
              {t('search.all', { count: items.length })}
            </button>
          )
        }
      />
      <ul className="[&>li+li]:border-t [&>li+li]:border-line">{shown.map(children)}</ul>
    </section>
  );
}

/** What a post without words is called, by its kind. */
const wordless = {
  image: 'search.aPhoto',
  video: 'search.aVideo',
  audio: 'search.aVoice',
  document: 'search.aDocument',
} as const satisfies Record<Media['kind'], PlainKey>;

/** Posts: the first picture, the words around what was looked for, who and when. */
export function PostHits({ posts, whole, onOpen }: { posts: Found['posts']; whole: boolean; onOpen: () => void }) {
  const { users } = useNames();
  return (
    <Section title={t('search.posts')} items={posts} whole={whole}>
      {(post) => {
        const photo = firstPicture(post.media);
        return (
          <li key={post.id}>
            <Link to="/post/$id" params={{ id: post.id }} data-hit="" onClick={onOpen} className={row}>
              {photo && (
                <span className="relative size-18 shrink-0 overflow-hidden rounded-[14px]">
                  <PhotoFrame photo={gridItem(photo, '')} sizes="72px" />
                </span>
              )}
              <span className="min-w-0 flex-1">
                <span className="line-clamp-3 font-serif text-[1.1875rem] leading-snug break-words">
                  {post.excerpt.length > 0 ? <Excerpt fragments={post.excerpt} /> : t(wordless[kindShown(post.media)])}
                </span>
                <span className="mt-1 block type-meta">
                  {t('search.byAndWhen', {
                    name: users.get(post.author.user_id ?? '') ?? post.author.name,
                    day: dayInWords(post.occurred_on),
                  })}
                </span>
              </span>
            </Link>
          </li>
        );
      }}
    </Section>
  );
}

/** People: their face, their name, how one is related to them. A child's page is its own; the others stand among the family. */
export function PeopleHits({ people, whole, onOpen }: { people: Found['people']; whole: boolean; onOpen: () => void }) {
  const isGuardian = useIsGuardian();
  return (
    <Section title={t('search.people')} items={people} whole={whole}>
      {(person) => {
        const relation = relationSaid(person, isGuardian);
        const content = (
          <>
            <Avatar id={person.heartwood_id} name={person.name} src={addressOf(person.images[0]?.thumb)} size="l" />
            <span className="min-w-0 flex-1 self-center">
              <b className="block text-body font-semibold break-words">
                <Excerpt fragments={person.excerpt} />
              </b>
              {relation && <span className="type-meta">{relation}</span>}
            </span>
            <ChevronRight className="icon-s self-center text-ink-3" />
          </>
        );
        return (
          <li key={person.heartwood_id}>
            {person.is_child ? (
              <Link
                to="/children/childDetail/$childId"
                params={{ childId: person.heartwood_id }}
                data-hit=""
                onClick={onOpen}
                className={row}
              >
                {content}
              </Link>
            ) : (
              <Link to="/dashboard" search={{ person: person.heartwood_id }} data-hit="" onClick={onOpen} className={row}>
                {content}
              </Link>
            )}
          </li>
        );
      }}
    </Section>
  );
}

/** Moments: what somebody reached, who and when; the way leads to it among theirs. */
export function MomentHits({ moments, whole, onOpen }: { moments: Found['moments']; whole: boolean; onOpen: () => void }) {
  const { people, names } = useNames();
  return (
    <Section title={t('search.moments')} items={moments} whole={whole}>
      {({ id, people: whose, title, excerpt, occurred_on }) => {
        const first = people.find(({ heartwood_id }) => heartwood_id === whose[0]);
        return (
          <li key={id}>
            <Link
              to="/private/meaningful-moments/$name"
              params={{ name: first?.slug || (whose[0] ?? '') }}
              search={{ moment: id }}
              data-hit=""
              onClick={onOpen}
              className={row}
            >
              <Avatar id={whose[0] ?? ''} name={first?.name ?? ''} src={addressOf(first?.images[0]?.thumb)} size="l" />
              <span className="min-w-0 flex-1 self-center">
                <b className="line-clamp-2 block font-serif text-[1.1875rem] leading-snug font-[480] break-words">
                  {excerpt.length > 0 ? <Excerpt fragments={excerpt} /> : title}
                </b>
                <span className="block type-meta">
                  {t('search.byAndWhen', { name: names.get(whose[0] ?? '') ?? first?.name ?? '', day: dayInWords(occurred_on) })}
                </span>
              </span>
            </Link>
          </li>
        );
      }}
    </Section>
  );
}

/** Questions: what is asked, by whom and when; the way leads to its answers. */
export function QuestionHits({ questions, whole, onOpen }: { questions: Found['questions']; whole: boolean; onOpen: () => void }) {
  const { users } = useNames();
  return (
    <Section title={t('search.questions')} items={questions} whole={whole}>
      {({ id, asker, excerpt, created_at }) => (
        <li key={id}>
          <Link to="/treasures/ask-family" search={{ question: id }} data-hit="" onClick={onOpen} className={row}>
            <Avatar id={asker.heartwood_id ?? ''} name={asker.name} src={addressOf(asker.image?.thumb)} />
            <span className="min-w-0 flex-1">
              <q className="line-clamp-3 font-serif text-[1.1875rem] leading-snug break-words">
                <Excerpt fragments={excerpt} />
              </q>
              <span className="mt-1 block type-meta">
                {t('search.byAndWhen', {
                  name: users.get(asker.user_id ?? '') ?? asker.name,
                  day: dayInWords(today(new Date(created_at))),
                })}
              </span>
            </span>
          </Link>
        </li>
      )}
    </Section>
  );
}

/** Comments: who said it and when; the way leads to the post. */
export function CommentHits({ comments, whole, onOpen }: { comments: Found['comments']; whole: boolean; onOpen: () => void }) {
  const { users } = useNames();
  return (
    <Section title={t('search.comments')} items={comments} whole={whole}>
      {({ id, post_id, author, excerpt, created_at }) => (
        <li key={id}>
          <Link to="/post/$id" params={{ id: post_id }} hash="comments" data-hit="" onClick={onOpen} className={row}>
            <Avatar id={author.heartwood_id ?? ''} name={author.name} src={addressOf(author.image?.thumb)} />
            <span className="min-w-0 flex-1">
              <span className="line-clamp-3 break-words">
                <b className="font-semibold">{users.get(author.user_id ?? '') ?? author.name}</b> <Excerpt fragments={excerpt} />
              </span>
              <span className="mt-1 block type-meta">{dayInWords(today(new Date(created_at)))}</span>
            </span>
          </Link>
        </li>
      )}
    </Section>
  );
}

/** Ideas: what they are called, and the words that fit. */
export function IdeaHits({ ideas, whole, onOpen }: { ideas: Found['inspirations']; whole: boolean; onOpen: () => void }) {
  return (
    <Section title={t('search.ideas')} items={ideas} whole={whole}>
      {({ slug, title, excerpt, ...idea }) => (
        <li key={slug}>
          <Link to="/inspiration/$slug" params={{ slug }} data-hit="" onClick={onOpen} className={row}>
            <span className="relative size-18 shrink-0 overflow-hidden rounded-[14px]">
              <PhotoFrame photo={pictureOf(idea)} sizes="96px" />
            </span>
            <span className="min-w-0 flex-1 self-center">
              <b className="block text-body font-semibold break-words">{title}</b>
              <span className="line-clamp-2 type-meta break-words">
                <Excerpt fragments={excerpt} />
              </span>
            </span>
          </Link>
        </li>
      )}
    </Section>
  );
}
