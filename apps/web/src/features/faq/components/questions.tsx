import { useNavigate } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { marked, type Topic } from '../logic.ts';

/**
 * One topic: its questions, each opening to its answer. Searched ones are open, with the words marked. The one that is opened stands in the
 * address, which can be sent on.
 */
export function Questions({ topic: { title, answers }, terms }: { topic: Topic; terms: readonly string[] }) {
  const navigate = useNavigate();
  const link = (slug: string) =>
    void navigate({ to: '.', search: true, hash: slug, replace: true, resetScroll: false, hashScrollIntoView: false });
  return (
    <section className="mt-11">
      <h2 className="mb-2 type-heading">{title}</h2>
      <div className="border-b border-line">
        {answers.map(({ slug, question, answer }) => (
          <details
            key={`${slug} ${terms.length > 0}`}
            id={slug}
            open={terms.length > 0}
            onToggle={({ currentTarget: { open } }) => open && terms.length === 0 && link(slug)}
            className="group scroll-mt-20 border-t border-line"
          >
            <summary className="flex min-h-15 cursor-pointer list-none items-center justify-between gap-4 py-3 leading-[1.4] font-semibold [&::-webkit-details-marker]:hidden">
              <span className="min-w-0">
                <Marked text={question} terms={terms} />
              </span>
              <ChevronDown className="text-ink-3 group-open:rotate-180" />
            </summary>
            <p className="pe-9.5 pb-5 soft">
              <Marked text={answer} terms={terms} />
            </p>
          </details>
        ))}
      </div>
    </section>
  );
}

function Marked({ text, terms }: { text: string; terms: readonly string[] }) {
  return marked(text, terms).map((part, index) => (part.hit ? <mark key={index}>{part.text}</mark> : part.text));
}
