import { t } from '@heartwood/messages/current';
import type { Inspiration } from '@heartwood/contract/inspiration';
import { Check } from 'lucide-react';
import { Button, ButtonLink, type ButtonLook } from '#ui/button.tsx';
import { useDone } from '../hooks/use-idea.ts';
import { kinds } from './idea-kinds.ts';

const places = {
  'ask-family': '/inspiration/ask-family',
  'family-recipe': '/inspiration/family-recipe/form',
  'record-video': '/inspiration/record-video',
  'share-birthday': '/inspiration/share-birthday',
  'share-something': '/treasures/share-something',
} as const;

/** The one button of an idea: leads to where it begins. What is only to be read is done with it. */
export function Begin({ idea, look, small, block }: { idea: Inspiration; look?: ButtonLook; small?: boolean; block?: boolean }) {
  const done = useDone();
  const { slug, action } = idea;
  const style = { look, small, block };
  if (action === 'read')
    return (
      <Button
        {...style}
        icon={<Check />}
        busy={done.isPending}
        // Not disabled: it would lose the focus.
        aria-disabled={idea.done || undefined}
        onClick={() => idea.done || done.mutate({ slug, done: true })}
      >
        {idea.done ? t('inspiration.done') : t(kinds.read.begin)}
      </Button>
    );
  const to = places[action];
  return (
    <ButtonLink {...style} to={to} search={{ idea: slug } as object}>
      {t(kinds[action].begin)}
    </ButtonLink>
  );
}
