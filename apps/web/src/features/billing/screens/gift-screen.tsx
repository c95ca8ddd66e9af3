import { t } from '@heartwood/messages/current';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { FlowPage } from '#ui/flow-page.tsx';
import { BackButton } from '#ui/page.tsx';
import { GiftForm } from '../components/gift-form.tsx';
import { GiftReturn } from '../components/gift-return.tsx';
import { GivenYears } from '../components/given-years.tsx';
import { InBrowser } from '../components/in-browser.tsx';
import { useOffer } from '../hooks/use-offer.ts';

/** A year for another family: anybody who is signed in may give one. Who comes back from paying sees what came of it. */
export function GiftScreen() {
  const navigate = useNavigate();
  const { checkout } = useSearch({ strict: false }) as { checkout?: string };
  const offer = useOffer();
  const back = () => void navigate({ to: '/private/profile', hash: 'subscription' });
  return (
    <FlowPage back={<BackButton label={t('billing.gift.give.back')} onBack={back} />}>
      {checkout ? (
        <GiftReturn />
      ) : (
        <>
          <h1 className="mt-1 type-title">{t('billing.gift.title')}</h1>
          <p className="mt-3 soft">{offer === 'none' ? t('billing.shell.notHere') : t('billing.gift.give.text')}</p>
          {offer === 'here' && <GiftForm />}
          {offer === 'browser' && <InBrowser path="/gift" label={t('billing.shell.give')} />}
          <GivenYears />
        </>
      )}
    </FlowPage>
  );
}
