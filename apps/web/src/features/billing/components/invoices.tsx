import { t } from '@heartwood/messages/current';
import type { PlainKey } from '@heartwood/messages/translate';
import type { Invoice } from '@heartwood/contract/billing';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { dayInWords } from '#platform/dates.ts';
import { today } from '#platform/today.ts';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { List, ListRow } from '#ui/list-row.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { invoicesQuery } from '../api.ts';
import { priceInWords } from '../logic.ts';

const statuses = {
  draft: 'billing.own.statuses.draft',
  open: 'billing.own.statuses.open',
  paid: 'billing.own.statuses.paid',
  uncollectible: 'billing.own.statuses.uncollectible',
  void: 'billing.own.statuses.void',
  refunded: 'billing.own.statuses.refunded',
} as const satisfies Record<Invoice['status'], PlainKey>;

/** One's own bills, where there are any. @param props.isBilled whether there most likely are: their place is kept until they have come */
export function Invoices({ isBilled }: { isBilled: boolean }) {
  const { data: invoices, isError, isLoading, refetch } = useQuery({ ...invoicesQuery(), throwOnError: false });
  if (isLoading && isBilled)
    return (
      <Loading className="mt-6">
        <Skeleton className="h-5 w-1/4" />
        <Skeleton className="mt-3 h-16 rounded-card" />
      </Loading>
    );
  if (isError && !invoices)
    return (
      <Banner tone="error" className="mt-4" action={<BannerButton onClick={() => void refetch()}>{t('billing.retry')}</BannerButton>}>
        {t('billing.own.invoicesFailed')}
      </Banner>
    );
  if (!invoices || invoices.length === 0) return null;
  return (
    <>
      <h3 className="mt-6 type-label">{t('billing.own.invoices')}</h3>
      <List card label={t('billing.own.invoices')} className="mt-3">
        {invoices.map(({ id, created_at, amount, currency, status, gift, url }) => {
          const day = dayInWords(today(new Date(created_at)));
          return (
            <ListRow
              key={id}
              title={<b className="type-label">{day}</b>}
              meta={
                <>
                  {gift && <span className="block">{t('billing.gift.title')}</span>}
                  {t(statuses[status])}
                </>
              }
              end={
                <>
                  <span className="num">{priceInWords(amount, currency)}</span>
                  {url && (
                    <a
                      href={url}
                      target="_blank"
                      rel="noopener noreferrer"
                      aria-label={t('billing.own.invoiceOf', { day })}
                      className="-me-2 inline-flex size-hit items-center justify-center rounded-full text-ink-3"
                    >
                      <Download className="icon-s" />
                    </a>
                  )}
                </>
              }
            />
          );
        })}
      </List>
    </>
  );
}
