import { t } from '@heartwood/messages/current';
import type { PlainKey } from '@heartwood/messages/translate';
import type { Gift } from '@heartwood/contract/billing';
import { useQuery } from '@tanstack/react-query';
import { dayInWords } from '#platform/dates.ts';
import { today } from '#platform/today.ts';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { List, ListRow } from '#ui/list-row.tsx';
import { giftsQuery } from '../api.ts';

const states = {
  sent: 'billing.gift.given.sent',
  redeemed: 'billing.gift.given.redeemed',
  refunded: 'billing.gift.given.refunded',
} as const satisfies Record<Exclude<Gift['state'], 'unpaid'>, PlainKey>;

/** The years one has given, and whether somebody has taken them. */
export function GivenYears() {
  const { data: gifts, isError, refetch } = useQuery({ ...giftsQuery(), throwOnError: false });
  if (isError && !gifts)
    return (
      <Banner tone="error" className="mt-10" action={<BannerButton onClick={() => void refetch()}>{t('billing.retry')}</BannerButton>}>
        {t('billing.gift.given.failed')}
      </Banner>
    );
  const given = (gifts ?? []).flatMap(({ state, ...gift }) => (state === 'unpaid' ? [] : [{ ...gift, state }]));
  if (given.length === 0) return null;
  return (
    <section className="mt-10">
      <h2 className="type-subhead">{t('billing.gift.given.title')}</h2>
      <List card label={t('billing.gift.given.title')} className="mt-3">
        {given.map(({ id, created_at: on, state }) => (
          <ListRow
            key={id}
            title={<b className="type-label">{t('billing.gift.given.on', { day: dayInWords(today(new Date(on))) })}</b>}
            meta={t(states[state])}
          />
        ))}
      </List>
    </section>
  );
}
