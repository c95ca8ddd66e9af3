import { t } from '@heartwood/messages/current';
import { ButtonLink } from '#ui/button.tsx';

/** For somebody who is in no family: there is nothing to pay for until they start or join one. */
export function NoFamily() {
  return (
    <div className="mx-auto max-w-[560px] text-center">
      <h1 className="type-title">{t('billing.coverage.noFamily')}</h1>
      <ButtonLink block to="/private" className="mt-6">
        {t('billing.redeem.begin')}
      </ButtonLink>
    </div>
  );
}
