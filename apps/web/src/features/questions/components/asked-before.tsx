import { t } from '@heartwood/messages/current';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { List, ListLink } from '#ui/list-row.tsx';
import { NextPage } from '#ui/next-page.tsx';
import { SectionHead } from '#ui/page-head.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { questionsQuery } from '../api.ts';
import { HowItGoes } from './how-it-goes.tsx';
import { progressLine } from './sentences.ts';

/** Questions there are already, with how many have answered; before the first of them, what becomes of one. `but` is the one that is open. */
export function AskedBefore({ but }: { but?: string }) {
  const list = useInfiniteQuery({ ...questionsQuery(), throwOnError: false });
  const { data, isError, refetch } = list;
  const questions = data?.pages.flatMap(({ items }) => items).filter(({ id }) => id !== but);
  if (questions?.length === 0) return <HowItGoes />;
  return (
    <section>
      <SectionHead title={t('questions.before')} />
      {isError && !data && (
        <Banner tone="error" action={<BannerButton onClick={() => void refetch()}>{t('questions.retry')}</BannerButton>}>
          {t('questions.failed')}
        </Banner>
      )}
      {!data && !isError && (
        <Loading label={t('questions.loading')}>
          <Skeleton className="mb-3 h-16 rounded-md" />
          <Skeleton className="h-16 rounded-md" />
        </Loading>
      )}
      {questions && (
        <List>
          {questions.map((question) => (
            <ListLink
              key={question.id}
              to="/treasures/ask-family"
              search={{ question: question.id }}
              title={<q className="line-clamp-3 font-serif text-[1.125rem] leading-snug">{question.text}</q>}
              meta={question.closed_at ? t('questions.closedList', { progress: progressLine(question) }) : progressLine(question)}
            />
          ))}
        </List>
      )}
      <NextPage list={list} failed={t('questions.failed')} small look="quiet" className="mt-3">
        {t('questions.more')}
      </NextPage>
    </section>
  );
}
