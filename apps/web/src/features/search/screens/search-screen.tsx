import { t } from '@heartwood/messages/current';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { use, useRef, useState, type KeyboardEvent } from 'react';
import { FeedFilters } from '#features/posts/components/feed-filters.tsx';
import { isNarrowed, nothingNarrowed, type FeedFilter } from '#features/posts/logic.ts';
import { hasNotCome, NotLoaded } from '#platform/not-loaded.tsx';
import { usePageTitle } from '#platform/title.ts';
import { BackButton, Page, PageContext } from '#ui/page.tsx';
import { Chip, ChipRow } from '#ui/chip.tsx';
import { searchQuery, type Found } from '../api.ts';
import { Beginnings } from '../components/beginnings.tsx';
import { HowToSearch } from '../components/how-to-search.tsx';
import { Recent, useSearches } from '../components/recent.tsx';
import { hasParts, partIn, isNarrowable, Parts, Results, Searching, type Part } from '../components/results.tsx';
import { SearchField } from '../components/search-field.tsx';
import { useAsked } from '../hooks/use-asked.ts';
import { stepFrom } from '../logic.ts';

/** Search across everything one may see. The address keeps what is looked for; the device, what was. */
export default function SearchScreen() {
  usePageTitle(t('search.title'));
  const { Bell } = use(PageContext);
  const { q, filter, kept, text, setText, show, problem } = useAsked();
  const [chosen, choosePart] = useState<Part>();
  const field = useRef<HTMLInputElement>(null);
  const { searches, remember, forget } = useSearches();
  const router = useRouter();
  const navigate = useNavigate();
  const choose = (chosen: string) => {
    setText(chosen);
    show({ q: chosen });
    field.current?.focus();
  };
  const narrow = (change: FeedFilter) => show({ filter: change });
  // What was pressed goes, so the focus goes to the field.
  const widen = (next: Parameters<typeof show>[0]) => {
    show(next);
    field.current?.focus();
  };
  const forgetAll = () => {
    forget();
    field.current?.focus();
  };
  const { found, isMissing, isFormer, isFetching, refetch } = useSearched(q, filter, kept);
  const part = partIn(found, chosen);
  const back = () => (router.history.canGoBack() ? router.history.back() : void navigate({ to: '/dashboard' }));
  const recent = searches && searches.length > 0 && <Recent searches={searches} onChoose={choose} onForget={forgetAll} />;

  return (
    <Page aside={searches && (recent || <HowToSearch />)}>
      <h1 className="sr-only">{t('search.title')}</h1>
      <div onKeyDown={walk} role="presentation">
        <div className="-ms-2 flex items-center gap-1 pt-2 lg:ms-0">
          <span className="lg:hidden">
            <BackButton label={t('search.back')} onBack={back} />
          </span>
          <SearchField
            ref={field}
            value={text}
            problem={problem}
            onChange={setText}
            onEnter={() => problem === undefined && (remember(text), show())}
          />
          {Bell && <Bell />}
        </div>
        {kept && <OnlyTreasures onWiden={() => widen({ kept: false })} />}
        {q === '' && (
          <div className="mt-6">
            <p className="mb-5 soft">{kept ? t('search.hintTreasures') : t('search.hint')}</p>
            <div className="lg:hidden">{recent}</div>
            {/* What stands above them is there from the beginning: nothing moves. */}
            {searches && <Beginnings kept={kept} onYear={(year) => choose(year)} />}
          </div>
        )}
        {found && <Parts found={found} part={part} onChoose={choosePart} />}
        {(found ?? isMissing) && <Narrowing q={q} found={found} isFormer={isFormer} filter={filter} part={part} onChange={narrow} />}
        {isMissing && (
          <NotLoaded className="mt-5" onRetry={refetch}>
            {t('search.failed')}
          </NotLoaded>
        )}
        {q !== '' && !found && !isMissing && <Searching />}
        {found && (
          <Results
            found={found}
            part={part}
            q={q}
            narrowed={isNarrowed(filter) || kept}
            busy={isFetching}
            onWiden={() => widen({ filter: nothingNarrowed, kept: false })}
            onOpen={() => remember(q)}
          />
        )}
      </div>
    </Page>
  );
}

/** What was found before stays until there is something else to show, or until that has failed. */
function useSearched(q: string, filter: FeedFilter, kept: boolean) {
  const asked = {
    q,
    ...(filter.person ? { person: filter.person } : {}),
    ...(filter.kind ? { kind: filter.kind } : {}),
    ...(filter.year ? { year: Number(filter.year) } : {}),
    ...(kept ? { kept: '1' as const } : {}),
  };
  const {
    data,
    isError,
    isFetchedAfterMount,
    isPlaceholderData: isFormer,
    isFetching,
    refetch,
  } = useQuery({
    ...searchQuery(asked),
    placeholderData: keepPreviousData,
    throwOnError: false,
  });
  const hasFailed = hasNotCome({ isError, isFetchedAfterMount, data: isFormer ? undefined : data });
  return { found: q === '' || hasFailed ? undefined : data, isMissing: isError || hasFailed, isFormer, isFetching, refetch };
}

interface ToNarrow {
  q: string;
  /** Undefined where it could not be looked for: then one takes back what one chose. */
  found: Found | undefined;
  /** Whether that was found before, and what is looked for now is on its way. */
  isFormer: boolean;
  filter: FeedFilter;
  part: Part | undefined;
  onChange: (change: FeedFilter) => void;
}

/** Narrows posts and comments where there is something to narrow, and undoes it. It stays while the same is looked for, because the focus is there. */
function Narrowing({ q, found, isFormer, filter, part, onChange }: ToNarrow) {
  const [shownFor, keep] = useState<string>();
  const posts = found?.posts ?? [];
  const isShown = (found && isNarrowable(found)) || isNarrowed(filter) || shownFor === q || (isFormer && shownFor !== undefined);
  const nowFor = !isShown ? undefined : isFormer ? shownFor : q;
  if (nowFor !== shownFor) keep(nowFor);
  if (!isShown) return null;
  return (
    // Close below the other row of chips, where there is one.
    <div className={found && hasParts(found, part) ? '-mt-3.5' : undefined}>
      <FeedFilters
        filter={filter}
        // Not its key: a list of it may be open as what is looked for is found.
        lookedFor={shownFor ?? q}
        oneKind={posts.every(({ kind }) => kind === posts[0]?.kind)}
        onChange={onChange}
      />
    </div>
  );
}

/** Says that only what is kept is looked through; pressed, everything is. */
function OnlyTreasures({ onWiden }: { onWiden: () => void }) {
  return (
    <ChipRow className="mt-3">
      <Chip chosen onClick={onWiden}>
        {t('search.onlyTreasures')}
        <X className="icon-s" />
      </Chip>
    </ChipRow>
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
