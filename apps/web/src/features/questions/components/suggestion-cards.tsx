import { t } from '@heartwood/messages/current';
import { suggestionMessages, themeMessages } from '@heartwood/messages/suggestions';
import { Check, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useToday } from '#platform/today.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { SectionHead } from '#ui/page-head.tsx';
import { suggested } from '../logic.ts';

interface Card {
  key: string;
  text: string;
  theme: string;
}

/** Whether a question is one of an idea or of our own, as it was suggested. */
export const isSuggested = (text: string, ofIdea: readonly string[]): boolean =>
  ofIdea.includes(text) || Object.values(suggestionMessages).some((key) => t(key) === text);

/** Questions for whoever has none ready: those of an idea, or three of our own, and others at a wish. */
export function SuggestionCards({
  ofIdea,
  chosen,
  onChoose,
}: {
  ofIdea: readonly string[];
  chosen: string;
  onChoose: (text: string) => void;
}) {
  const [turn, setTurn] = useState(0);
  const today = useToday();
  const own = suggested(today, turn).map(({ slug, theme }): Card => ({
    key: slug,
    text: t(suggestionMessages[slug]),
    theme: t(themeMessages[theme]),
  }));
  const cards = turn === 0 && ofIdea.length > 0 ? ofIdea.map((text): Card => ({ key: text, text, theme: t('questions.ofIdea') })) : own;
  return (
    <section>
      <SectionHead
        title={t('questions.suggestions')}
        end={
          <Button small look="text" icon={<RefreshCw className="icon-s" />} className="-me-3" onClick={() => setTurn(turn + 1)}>
            {t('questions.otherSuggestions')}
          </Button>
        }
      />
      <p role="status" className="sr-only">
        {turn > 0 && t('questions.suggestedNow', { questions: cards.map(({ text }) => text).join(' ') })}
      </p>
      <div role="group" aria-label={t('questions.suggestions')} className="scroll-row gap-3 pb-1 md:mx-0 md:grid md:grid-cols-3 md:px-0">
        {cards.map(({ key, text, theme }) => {
          const is = chosen === text;
          return (
            <button
              key={key}
              type="button"
              aria-pressed={is}
              onClick={() => onChoose(text)}
              className={cx(
                'flex min-h-39 w-57 shrink-0 flex-col justify-between gap-3 rounded-card p-4 text-start md:w-auto',
                is ? 'bg-fir-soft shadow-[inset_0_0_0_2.5px_var(--hw-fir)]' : 'bg-sunken hover:brightness-[.97]',
              )}
            >
              <span className="font-serif text-[1.125rem] leading-snug text-pretty">{text}</span>
              {is ? (
                <span className="flex items-center gap-2 text-label font-semibold text-fir">
                  <Check className="icon-s" />
                  {t('questions.chosen')}
                </span>
              ) : (
                <span className="type-meta">{theme}</span>
              )}
            </button>
          );
        })}
      </div>
    </section>
  );
}
