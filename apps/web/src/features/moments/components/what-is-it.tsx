import { t } from '@heartwood/messages/current';
import type { PersonMilestone } from '@heartwood/contract/moments';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { useNames } from '#features/people/api.ts';
import { listed, withinSentence } from '#platform/formats.ts';
import { RadioCard } from '#ui/choice.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { List, ListButton } from '#ui/list-row.tsx';
import { suggestionsFor } from '../logic.ts';
import { oftenLine } from './sentences.ts';

/** Which milestone it is: what fits the ages of those chosen, any other one, or own words, which come last. */
export function WhatIsIt({
  milestones,
  chosen,
  offered,
  onChoose,
}: {
  milestones: ReadonlyMap<string, readonly PersonMilestone[]>;
  /** The slug; null is own words. */
  chosen: string | null;
  offered: string | undefined;
  onChoose: (milestone: PersonMilestone | null) => void;
}) {
  const name = useId();
  const { names } = useNames();
  const [asks, ask] = useState(false);
  const all = [...milestones.values()][0] ?? [];
  const suggested = suggestionsFor(milestones, offered);
  const another = suggested.some(({ milestone }) => milestone.slug === chosen) ? undefined : all.find(({ slug }) => slug === chosen);
  const cards = another ? [...suggested, { milestone: another, people: [] as string[] }] : suggested;
  return (
    <fieldset className="mt-8 min-w-0">
      <legend className="mb-2 type-label">{t('moments.what')}</legend>
      <div className="grid gap-2">
        {cards.map(({ milestone, people }) => {
          const often = oftenLine(milestone.from_months, milestone.to_months);
          const whom = listed(people.flatMap((id) => names.get(id) ?? []));
          return (
            <RadioCard
              key={milestone.slug}
              name={name}
              title={milestone.title}
              hint={whom ? t('moments.often.of', { names: whom, often: withinSentence(often) }) : often}
              checked={milestone.slug === chosen}
              onChange={() => onChoose(milestone)}
            />
          );
        })}
        <RadioCard name={name} title={t('moments.ownWords')} checked={chosen === null} onChange={() => onChoose(null)} />
      </div>
      {all.length > 0 && (
        <button type="button" onClick={() => ask(true)} className="link-row mt-1">
          {t('moments.allMilestones')}
          <ChevronRight className="icon-s" />
        </button>
      )}
      <Dialog title={t('moments.allMilestones')} text={t('moments.hints')} open={asks} onOpenChange={ask} closable>
        <List label={t('moments.allMilestones')} className="mt-3">
          {all.map((milestone) => (
            <ListButton
              key={milestone.slug}
              title={<b className="font-semibold">{milestone.title}</b>}
              meta={milestone.moment_id ? t('moments.reachedBefore') : oftenLine(milestone.from_months, milestone.to_months)}
              onClick={() => {
                onChoose(milestone);
                ask(false);
              }}
            />
          ))}
        </List>
      </Dialog>
    </fieldset>
  );
}
