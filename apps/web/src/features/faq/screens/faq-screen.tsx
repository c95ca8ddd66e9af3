import { t } from '@heartwood/messages/current';
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { Search, X } from 'lucide-react';
import { useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react';
import { ServerLink } from '#features/accounts/components/server-link.tsx';
import { useOffer } from '#features/billing/hooks/use-offer.ts';
import { BackRow } from '#ui/back-row.tsx';
import { Button } from '#ui/button.tsx';
import { Chip, ChipRow } from '#ui/chip.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { BackButton, Page } from '#ui/page.tsx';
import { Rich } from '#ui/rich.tsx';
import { Questions } from '../components/questions.tsx';
import { askedTopics, countAnswers, hasAnswer, searchTopics, termsOf, type Topic } from '../logic.ts';

/** Opens the answer that the address names. Where it is filtered out, it is shown again, and gone to once it is there. */
function useLinkedAnswer(all: readonly Topic[], shown: readonly Topic[], clear: () => void): void {
  const { hash, state } = useLocation();
  const [missing, setMissing] = useState<string>();
  const follow = useEffectEvent(() => {
    const answer = document.getElementById(hash);
    if (answer instanceof HTMLDetailsElement) answer.open = true;
    else if (hasAnswer(all, hash)) {
      clear();
      setMissing(hash);
    }
  });
  useEffect(() => follow(), [hash, state.__TSR_key]);
  useEffect(() => {
    if (!missing || !hasAnswer(shown, missing)) return;
    const answer = document.getElementById(missing);
    if (!(answer instanceof HTMLDetailsElement)) return;
    setMissing(undefined);
    answer.open = true;
    // New browsers answer with a promise, which is nothing an effect may return.
    void answer.scrollIntoView();
  }, [missing, shown]);
}

/** @param count how many questions there are to search in */
function SearchField({ count, typed, onChange }: { count: number; typed: string; onChange: (typed: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className="hw-field flex min-h-[54px] items-center gap-3 rounded-control bg-sunken ps-4 pe-1.5 text-ink-3 focus-within:outline-3 focus-within:outline-offset-3 focus-within:outline-focus">
      <Search />
      <input
        ref={field}
        aria-label={t('faq.search', { count })}
        type="search"
        value={typed}
        onChange={(event) => onChange(event.target.value)}
        placeholder={t('faq.search', { count })}
        autoComplete="off"
        className="min-w-0 flex-1 bg-transparent py-3 text-ink outline-none placeholder:text-ink-3 [&::-webkit-search-cancel-button]:hidden"
      />
      {typed !== '' && (
        <IconButton
          label={t('faq.empty')}
          onClick={() => {
            onChange('');
            field.current?.focus();
          }}
          className="text-ink"
        >
          <X />
        </IconButton>
      )}
    </div>
  );
}

/** Questions and their answers, with a search and a filter by topic. An address with the slug of an answer opens it, whatever is searched for. */
export function FaqScreen() {
  const topics = askedTopics({ paying: useOffer() !== 'none' });
  const total = countAnswers(topics);
  const [typed, setTyped] = useState('');
  const [slug, setSlug] = useState<string>();
  const search = useDeferredValue(typed);
  const terms = termsOf(search);
  const shown = searchTopics(topics, search, slug);
  const clear = () => {
    setTyped('');
    setSlug(undefined);
  };
  useLinkedAnswer(topics, shown, clear);
  const router = useRouter();
  const navigate = useNavigate();
  const back = () => (router.history.canGoBack() ? router.history.back() : void navigate({ to: '/private' }));
  return (
    <Page alone>
      <BackRow className="mb-1" back={<BackButton label={t('faq.back')} onBack={back} />} />
      <h1 className="type-title">{t('faq.title')}</h1>
      <p className="mt-2 soft">{t('faq.text', { count: total })}</p>
      <search className="mt-6 block">
        <SearchField count={total} typed={typed} onChange={setTyped} />
        <ChipRow label={t('faq.filter')} className="mt-4">
          <Chip chosen={slug === undefined} onClick={() => setSlug(undefined)}>
            {t('faq.all')}
          </Chip>
          {topics.map((topic) => (
            <Chip key={topic.slug} chosen={slug === topic.slug} onClick={() => setSlug(topic.slug)}>
              {topic.title}
            </Chip>
          ))}
        </ChipRow>
      </search>
      <p role="status" className={terms.length > 0 ? 'mt-4 type-meta' : 'sr-only'}>
        {terms.length > 0 && t('faq.found', { count: countAnswers(shown) })}
      </p>
      {shown.map((topic) => (
        <Questions key={topic.slug} topic={topic} terms={terms} />
      ))}
      {shown.length === 0 && (
        <EmptyState
          drawing="magnifier"
          title={t('faq.noneTitle')}
          className="mt-6"
          action={
            <Button small onClick={clear}>
              {t('faq.clear')}
            </Button>
          }
        >
          {t('faq.none')}
        </EmptyState>
      )}
      <p className="mt-10 soft">
        <Rich
          text={t('faq.write')}
          tags={{
            write: <ServerLink to="/contact" className="reach font-semibold text-fir underline" />,
            privacy: <ServerLink to="/privacy" className="reach text-fir underline" />,
            terms: <ServerLink to="/terms" className="reach text-fir underline" />,
          }}
        />
      </p>
    </Page>
  );
}
