import { t } from '@heartwood/messages/current';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { feedQuery } from '../api.ts';
import { PostCard, type PostInList } from './post-card.tsx';
import { PostList } from './post-list.tsx';

/**
 * The answers to a question, the latest first. `count` is how many there are: when it changes, they are asked for anew.
 * @param answered whether anybody has answered: where nobody has, the head of the page says so
 */
export default function Answers({ id, count, answered }: { id: string; count: number; answered: boolean }) {
  const list = useInfiniteQuery(feedQuery({ question_id: id }));
  const { refetch } = list;
  const known = useRef(count);
  useEffect(() => {
    if (known.current === count) return;
    known.current = count;
    void refetch();
  }, [count, refetch]);
  return (
    <section aria-label={t('questions.answers')} className="mt-2">
      <PostList
        name={`answers ${id}`}
        list={list}
        Card={AnswerCard}
        empty={answered && <p className="py-8 text-center soft">{t('questions.noAnswers')}</p>}
      />
    </section>
  );
}

/** On the page of its question an answer does not say what it answers. */
function AnswerCard({ post: { question: _question, ...post }, ...rest }: PostInList) {
  return <PostCard {...rest} post={post} />;
}
