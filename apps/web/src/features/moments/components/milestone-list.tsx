import { t } from '@heartwood/messages/current';
import type { PersonMilestone } from '@heartwood/contract/moments';
import { Check } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { focusLater } from '#ui/focus-later.ts';
import { IconLink } from '#ui/icon-button.tsx';
import { List, ListRow } from '#ui/list-row.tsx';
import { oftenLine } from './sentences.ts';

/** Milestones still to come, each with a tick that opens the editor with it. `name` is the person's in the address. */
export function MilestoneList({ milestones, name, hints }: { milestones: readonly PersonMilestone[]; name: string; hints?: boolean }) {
  return (
    <List>
      {milestones.map(({ slug, title, hint, from_months, to_months }) => (
        <ListRow
          key={slug}
          title={<b className="font-semibold">{title}</b>}
          meta={
            <>
              {oftenLine(from_months, to_months)}
              {hints && <span className="block">{hint}</span>}
            </>
          }
          end={
            <IconLink
              look="fill"
              label={t('moments.itHappened', { title })}
              to="/private/meaningful-moments/$name"
              params={{ name }}
              search={{ add: slug }}
            >
              <Check />
            </IconLink>
          }
        />
      ))}
    </List>
  );
}

/** How many of those around now stand there at once. */
const atOnce = 4;

/** The milestones around now: a few, the others when somebody asks. */
export function Soon({ milestones, ...rest }: Parameters<typeof MilestoneList>[0]) {
  const [all, showAll] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const show = () => {
    showAll(true);
    focusLater(() => place.current?.querySelectorAll('a')[atOnce]);
  };
  return (
    <div ref={place}>
      <MilestoneList milestones={all ? milestones : milestones.slice(0, atOnce)} {...rest} />
      {!all && milestones.length > atOnce && (
        <Button small look="quiet" className="mt-3" onClick={show}>
          {t('moments.showNow')}
        </Button>
      )}
    </div>
  );
}

/** A section that is folded until somebody wants it. */
export function Folded({ title, open: verb, children }: { title: string; open: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const section = useRef<HTMLElement>(null);
  const show = () => {
    setOpen(true);
    focusLater(() => section.current?.querySelector('a'));
  };
  return (
    <section ref={section} className="mt-8">
      <h2 className="type-subhead">{title}</h2>
      {open ? (
        children
      ) : (
        <Button small look="quiet" className="mt-3" onClick={show}>
          {verb}
        </Button>
      )}
    </section>
  );
}
