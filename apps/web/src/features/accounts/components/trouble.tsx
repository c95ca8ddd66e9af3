import { t } from '@heartwood/messages/current';
import { RotateCw } from 'lucide-react';
import type { Trouble } from '#platform/trouble.ts';
import { Button } from '#ui/button.tsx';

const titles = {
  offline: 'accounts.trouble.offline',
  unreachable: 'accounts.trouble.unreachable',
  crowded: 'accounts.trouble.crowded',
  ours: 'accounts.trouble.ours',
} as const;

const linkTexts = {
  offline: 'accounts.trouble.link.offline',
  unreachable: 'accounts.trouble.link.unreachable',
  ours: 'accounts.trouble.link.ours',
} as const;

const formTexts = {
  offline: 'accounts.trouble.form.offline',
  unreachable: 'accounts.trouble.form.unreachable',
  ours: 'accounts.trouble.form.ours',
} as const;

/** What kept a form from being sent, and that nothing of it is lost: two sentences. */
export function troubleLine(trouble: Trouble): string {
  if (trouble.why === 'crowded') return t('accounts.trouble.form.crowded', { minutes: trouble.minutes });
  return t(formTexts[trouble.why]);
}

/** In place of what a link leads to, where nobody could look at it: why, that the link is as good as before, and another try. */
export function LinkTrouble({ trouble, busy, retry }: { trouble: Trouble; busy: boolean; retry: () => void }) {
  return (
    <div role="alert" className="pb-6">
      <h1 className="type-title">{t(titles[trouble.why])}</h1>
      <p className="mt-2 soft">
        {trouble.why === 'crowded' ? t('accounts.trouble.link.crowded', { minutes: trouble.minutes }) : t(linkTexts[trouble.why])}
      </p>
      <Button className="mt-6" icon={<RotateCw />} busy={busy} onClick={retry}>
        {t('accounts.trouble.again')}
      </Button>
    </div>
  );
}
