import { t } from '@heartwood/messages/current';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { forgetDraft } from '#platform/form-draft.ts';
import { ButtonLink } from '#ui/button.tsx';
import { giftsQuery, givenQuery } from '../api.ts';
import { useArrival } from '../hooks/use-arrival.ts';
import { giftDraft, hasBeenGiven } from '../logic.ts';
import { NotArrived, Told } from './told.tsx';

/** Where somebody comes back to from paying a year for another family: the server says whether its code is on its way. */
export function GiftReturn() {
  const queries = useQueryClient();
  const { arrival, busy, ask } = useArrival(givenQuery(), hasBeenGiven);
  useEffect(() => {
    if (arrival !== 'arrived') return;
    forgetDraft(giftDraft);
    void queries.invalidateQueries({ queryKey: giftsQuery().queryKey });
  }, [arrival, queries]);
  const toGifts = (
    <ButtonLink to="/gift" look="text">
      {t('billing.gift.return.toGifts')}
    </ButtonLink>
  );
  if (arrival === 'arrived')
    return (
      <Told title={t('billing.gift.return.done')} text={t('billing.gift.return.doneText')}>
        <ButtonLink to="/dashboard">{t('billing.return.home')}</ButtonLink>
        {toGifts}
      </Told>
    );
  return (
    <NotArrived arrival={arrival} waiting={t('billing.gift.return.waitingText')} busy={busy} ask={ask}>
      {toGifts}
    </NotArrived>
  );
}
