import { t } from '@heartwood/messages/current';
import type { WholeQuestion } from '@heartwood/contract/questions';
import { useNames } from '#features/people/api.ts';
import { addressOf } from '#platform/addresses.ts';
import { agoInside } from '#platform/dates.ts';
import { useMinute } from '#platform/today.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { List, ListRow } from '#ui/list-row.tsx';
import { SectionHead } from '#ui/page-head.tsx';
import { focusLater } from '#ui/focus-later.ts';
import { useRemind } from '../api.ts';
import { nameIn } from './sentences.ts';

/** Gives the focus to the row once the button in it has gone. */
const keepsFocus = (row: HTMLElement | null) => ({
  onSuccess: () => focusLater(() => (document.activeElement === document.body ? row : null)),
});

/** Who is still to answer, and for who may a gentle reminder. */
export function StillToAnswer({ question }: { question: WholeQuestion }) {
  const { users } = useNames();
  const now = useMinute();
  const remind = useRemind(question.id);
  const { waiting, can, created_at: asked } = question;
  if (waiting.length === 0) return null;
  const pending = remind.isPending ? (remind.variables ?? []) : [];
  return (
    <section className="mt-10">
      <SectionHead title={t('questions.stillToAnswer')} />
      <List card>
        {waiting.map((one) => {
          const id = one.user_id ?? '';
          const name = nameIn(users, one);
          return (
            <ListRow
              key={id}
              tabIndex={-1}
              start={<Avatar id={one.heartwood_id ?? ''} name={one.name} src={addressOf(one.image?.thumb)} />}
              title={<b className="type-label">{name}</b>}
              meta={
                one.reminded_at
                  ? t('questions.remindedAgo', { ago: agoInside(one.reminded_at, now) })
                  : t('questions.askedAgo', { ago: agoInside(asked, now) })
              }
              end={
                can.remind &&
                !one.remind_from && (
                  <Button
                    small
                    look="quiet"
                    aria-label={t('questions.remindName', { name })}
                    busy={pending.includes(id)}
                    disabled={remind.isPending && !pending.includes(id)}
                    onClick={({ currentTarget }) => remind.mutate([id], keepsFocus(currentTarget.closest('li')))}
                  >
                    {t('questions.remind')}
                  </Button>
                )
              }
            />
          );
        })}
      </List>
      {can.remind && <p className="mt-3 type-meta">{t('questions.reminders')}</p>}
    </section>
  );
}
