import { t } from '@heartwood/messages/current';
import type { Inspiration } from '@heartwood/contract/inspiration';
import { Check } from 'lucide-react';
import { cx } from '#ui/class-names.ts';
import { kinds } from './idea-kinds.ts';

/** What an idea leads to; with `long`, and about how long it takes. */
export function KindLine({ idea, long, className }: { idea: Inspiration; long?: boolean; className?: string }) {
  const { icon: Icon, name } = kinds[idea.action];
  return (
    <span className={cx('flex items-center gap-2 type-label', className)}>
      <Icon className="icon-s shrink-0" />
      <span>{long ? t('inspiration.kindAndTime', { kind: t(name), minutes: idea.minutes }) : t(name)}</span>
    </span>
  );
}

/** Says that one has done an idea. */
export function DoneMark({ className }: { className?: string }) {
  return (
    <span className={cx('flex items-center gap-1.5', className)}>
      <Check className="icon-s shrink-0" />
      {t('inspiration.done')}
    </span>
  );
}
