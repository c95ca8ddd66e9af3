import { t } from '@heartwood/messages/current';
import type { PlainKey } from '@heartwood/messages/translate';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { FeedFilters } from '#features/posts/components/feed-filters.tsx';
import { filterOf, isNarrowed, type FeedFilter } from '#features/posts/logic.ts';
import { usePageTitle } from '#platform/title.ts';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Chip, ChipRow } from '#ui/chip.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { BackButton, Page } from '#ui/page.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { searchQuery, type Found } from '../api.ts';
import { CommentHits, PeopleHits, PostHits } from '../components/hits.tsx';
import { Recent, useSearches } from '../components/recent.tsx';
import { SearchField } from '../components/search-field.tsx';
import { stepFrom } from '../logic.ts';

/** How long somebody has to pause before it is looked for, in milliseconds. */
const pause = 250;
const parts = ['posts', 'people', 'comments'] as const;
type Part = (typeof parts)[number];
const partNames = { posts: 'search.posts', people: 'search.people', comments: 'search.comments' } satisfies Record<Part, PlainKey>;

/** Search across everything one may see. The address keeps what is looked for; the device, what was. */
export default function SearchScreen() {
  usePageTitle(t('search.title'));
  const search = useSearch({ strict: false }) as { q?: string; person?: string; kind?: string; year?: string };
  const filter = filterOf(search);
  const navigate = useNavigate();
  const router = useRouter();
  const { q = '' } = search;
  const [text, setText] = useState(q);
  const [part, choosePart] = useState<Part>();
  const field = useRef<HTMLInputElement>(null);
  const { searches, remember, forget } = useSearches();
  const show = (next: { q?: string; filter?: FeedFilter }) =>
    void navigate({
      to: '/dashboard',
      search: { search: '1', q: (next.q ?? text).trim(), ...filterOf(next.filter ?? filter) },
      replace: true,
      resetScroll: false,
    });
  const latest = useRef(show);
  latest.current = show;
  useEffect(() => {
    if (text.trim() === q) return;
    const timer = setTimeout(() => latest.current({}), text.trim() === '' ? 0 : pause);
    return () => clearTimeout(timer);
  }, [text, q]);

  const choose = (chosen: string) => {
    setText(chosen);
    show({ q: chosen });
    field.current?.focus();
  };
  const asked = {
    q,
    ...(filter.person ? { person: filter.person } : {}),
    ...(filter.kind ? { kind: filter.kind } : {}),
    ...(filter.year ? { year: Number(filter.year) } : {}),
  };
  const { data, isError, isFetching, refetch } = useQuery({
    ...searchQuery(asked),
    // What was found before stays until there is something else to show.
    placeholderData: keepPreviousData,
    throwOnError: false,
  });
  const found = q === '' ? undefined : data;
  const back = () => (router.history.canGoBack() ? router.history.back() : void navigate({ to: '/dashboard' }));
  const recent = <Recent searches={searches} onChoose={choose} onForget={forget} />;

  return (
    <Page aside={q === '' ? undefined : recent}>
      <h1 className="sr-only">{t('search.title')}</h1>
      <div onKeyDown={walk} role="presentation">
        <div className="-ms-2 flex items-center gap-1 pt-2 lg:ms-0">
          <span className="lg:hidden">
            <BackButton label={t('search.back')} onBack={back} />
          </span>
          <SearchField ref={field} value={text} onChange={setText} onEnter={() => (remember(text), show({}))} />
        </div>
        {q === '' && (
          <div className="mt-6">
            {recent}
            {searches.length === 0 && <p className="soft">{t('search.hint')}</p>}
          </div>
        )}
        {q !== '' && (
          <>
            {found && <Parts found={found} part={part} onChoose={choosePart} />}
            <FeedFilters filter={filter} onChange={(next) => show({ filter: next })} />
          </>
        )}
        {isError && (
          <Banner tone="error" className="mt-5" action={<BannerButton onClick={() => void refetch()}>{t('search.retry')}</BannerButton>}>
            {t('search.failed')}
          </Banner>
        )}
        {q !== '' && !found && !isError && <Searching />}
        {found && (
          <Results
            found={found}
            part={part}
            q={q}
            narrowed={isNarrowed(filter)}
            busy={isFetching}
            onWiden={() => show({ filter: {} })}
            onOpen={() => remember(q)}
          />
        )}
      </div>
    </Page>
  );
}

/** Arrow keys go from the field to what was found, through it, and back. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const hits = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-hit]')];
  const place = hits.indexOf(document.activeElement as HTMLElement);
  const field = event.currentTarget.querySelector('input');
  if (place === -1 && document.activeElement !== field) return;
  const next = stepFrom(place, event.key, hits.length);
  if (next === undefined || next === place) return;
  event.preventDefault();
  (next === -1 ? field : hits[next])?.focus();
}

function Parts({ found, part, onChoose }: { found: Found; part: Part | undefined; onChoose: (part: Part | undefined) => void }) {
  return (
    <ChipRow label={t('search.what')} className="mt-3">
      <Chip chosen={part === undefined} onClick={() => onChoose(undefined)}>
        {t('search.everything')}
      </Chip>
      {parts.map((one) => (
        <Chip key={one} chosen={part === one} onClick={() => onChoose(one)}>
          {t(partNames[one])} <span className="num font-normal opacity-75">{found[one].length}</span>
        </Chip>
      ))}
    </ChipRow>
  );
}

function Results({
  found,
  part,
  q,
  narrowed,
  busy,
  onWiden,
  onOpen,
}: {
  found: Found;
  part: Part | undefined;
  q: string;
  narrowed: boolean;
  busy: boolean;
  onWiden: () => void;
  onOpen: () => void;
}) {
  const shows = (one: Part) => part === undefined || part === one;
  const count = parts.reduce((sum, one) => sum + (shows(one) ? found[one].length : 0), 0);
  const counts = { posts: found.posts.length, people: found.people.length, comments: found.comments.length };
  return (
    <div aria-busy={busy} className={busy ? 'opacity-70' : ''}>
      <p role="status" className="sr-only">
        {busy ? t('search.loading') : t('search.found', counts)}
      </p>
      {shows('posts') && <PostHits posts={found.posts} whole={part === 'posts'} onOpen={onOpen} />}
      {shows('people') && <PeopleHits people={found.people} whole={part === 'people'} onOpen={onOpen} />}
      {shows('comments') && <CommentHits comments={found.comments} whole={part === 'comments'} onOpen={onOpen} />}
      {count === 0 && !busy && (
        <EmptyState
          className="mt-8"
          drawing="magnifier"
          title={t('search.nothingAbout', { text: q })}
          action={
            <>
              <ButtonLink small to="/treasures/ask-family">
                {t('search.ask')}
              </ButtonLink>
              {narrowed && (
                <Button small look="text" onClick={onWiden}>
                  {t('search.everywhere')}
                </Button>
              )}
            </>
          }
        >
          {t('search.nothingText')}
        </EmptyState>
      )}
    </div>
  );
}

function Searching() {
  return (
    <Loading label={t('search.loading')} className="mt-8 grid gap-5">
      {[0, 1, 2].map((at) => (
        <div key={at} className="flex gap-3.5">
          <Skeleton className="size-18 rounded-[14px]" />
          <div className="grid flex-1 content-center gap-2">
            <Skeleton className="h-4 w-[86%]" />
            <Skeleton className="h-3 w-[40%]" />
          </div>
        </div>
      ))}
    </Loading>
  );
}
