import { t } from '@heartwood/messages/current';
import type { Question } from '@heartwood/contract/questions';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useNames } from '#features/people/api.ts';
import { useSession } from '#platform/session.ts';
import { SectionHead } from '#ui/page-head.tsx';
import { mineFirst, waitsForMe } from '../logic.ts';
import { asksLine } from './sentences.ts';

/** Questions that wait for answers: a section of the column beside the feed, or cards of its strip on a phone. */
export default function Waiting({ all, strip = false }: { all: readonly Question[]; strip?: boolean }) {
  const { users } = useNames();
  const me = useSession().user?.id;
  const cards = mineFirst(all)
    .slice(0, 2)
    .map((question) => (
      <Link
        key={question.id}
        to="/treasures/ask-family"
        search={{ question: question.id }}
        className={`flex flex-col rounded-[18px] bg-sunken px-4 py-3.5 ${strip ? 'min-h-48.5 w-57 shrink-0' : ''}`}
      >
        <q className="line-clamp-3 font-serif text-[1.125rem] leading-snug">{question.text}</q>
        <span className="mt-1.5 line-clamp-2 type-meta">{asksLine(question, users, me)}</span>
        <span className="mt-auto flex items-center gap-1 pt-2 text-label font-semibold text-fir">
          {wayOn(question)}
          <ChevronRight className="icon-s" />
        </span>
      </Link>
    ));
  if (strip) return cards;
  return (
    <section>
      <SectionHead title={t('questions.waiting.title')} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">{cards}</div>
    </section>
  );
}

function wayOn(question: Question): string {
  if (waitsForMe(question)) return t('questions.waiting.answer');
  return question.answer_count > 0 ? t('questions.waiting.see', { count: question.answer_count }) : t('questions.waiting.look');
}
