import { t } from '@heartwood/messages/current';
import { Gift } from 'lucide-react';
import { ButtonLink } from '#ui/button.tsx';
import { QuietCard } from '#ui/card.tsx';
import { useOffer } from '../hooks/use-offer.ts';

/** The way to a year for another family, and for an owner to one that was given. Quiet, and without a price: nothing here is for oneself. */
export function GiftEntry({ owner }: { owner: boolean }) {
  if (useOffer() === 'none') return null;
  return (
    <QuietCard className="mt-6">
      <h3 className="type-label">{t('billing.gift.title')}</h3>
      <p className="mt-1 soft">{t('billing.gift.text')}</p>
      <div className="mt-3.5 flex flex-wrap gap-x-6.5 gap-y-2">
        <ButtonLink small look="line" to="/gift" icon={<Gift className="icon-s" />}>
          {t('billing.gift.enter')}
        </ButtonLink>
        {owner && (
          <ButtonLink small flush look="text" to="/gift/redeem">
            {t('billing.redeem.entry')}
          </ButtonLink>
        )}
      </div>
    </QuietCard>
  );
}
