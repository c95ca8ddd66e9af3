import { currentLanguage, t } from '@heartwood/messages/current';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useEffect, useRef, useState } from 'react';
import { runtimeConfig } from '#platform/runtime-config.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';

/** Milliseconds after which a form that has not come counts as held back. */
const timeoutMs = 20_000;

/** Stripe allows one form at a time: the next one waits until the last one is gone. */
let last: Promise<unknown> = Promise.resolve();

/** Stripe's form in our page, as long as somebody waits for it. @returns what takes it away */
function showForm(place: HTMLElement, secret: string, hear: (isThere: boolean) => void): () => void {
  let isGone = false;
  const tell = (isThere: boolean) => !isGone && hear(isThere);
  const form = last.then(async () => {
    if (isGone) return undefined;
    const stripe = await loadStripe(runtimeConfig().stripe_publishable_key ?? '', {
      locale: currentLanguage.forIntl() === 'de' ? 'de' : 'en',
    });
    return isGone ? undefined : stripe?.createEmbeddedCheckoutPage({ fetchClientSecret: async () => secret });
  });
  const timer = setTimeout(() => tell(false), timeoutMs);
  const mount = async () => {
    try {
      const shown = await form;
      if (!isGone) shown?.mount(place);
      tell(shown !== undefined);
    } catch {
      tell(false);
    } finally {
      clearTimeout(timer);
    }
  };
  void mount();
  return () => {
    isGone = true;
    clearTimeout(timer);
    last = form.then((shown) => shown?.destroy()).catch(() => undefined);
  };
}

/**
 * Stripe's form inside our page. Its script is loaded now, and for nobody else. Where it is held back, that is said, and its own page offered.
 * @param props.secret of the checkout
 */
export default function StripeForm({ secret, hosted }: { secret: string; hosted: { begin: () => void; busy: boolean } }) {
  const place = useRef<HTMLDivElement>(null);
  const [isThere, setThere] = useState<boolean>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const node = place.current;
    if (!node) return undefined;
    setThere(undefined);
    return showForm(node, secret, setThere);
  }, [secret, tries]);
  return (
    <>
      {isThere === undefined && (
        <Loading label={t('billing.pay.form.loading')} className="mt-6">
          <Skeleton className="h-80 rounded-card" />
        </Loading>
      )}
      {isThere === false && (
        <div className="mt-6 grid gap-3">
          <Banner tone="error">{t('billing.pay.form.blocked')}</Banner>
          <Button block busy={hosted.busy} onClick={hosted.begin}>
            {t('billing.pay.form.hosted')}
          </Button>
          <Button
            block
            look="quiet"
            onClick={({ currentTarget }) => {
              // It goes with what it says.
              currentTarget.closest('section')?.focus({ preventScroll: true });
              setTries(tries + 1);
            }}
          >
            {t('billing.pay.form.again')}
          </Button>
        </div>
      )}
      {/* Stripe draws its form in its own colours, which are for a light ground. */}
      <div ref={place} className="mt-6 overflow-hidden rounded-card bg-white empty:hidden" />
    </>
  );
}
