import { t } from '@heartwood/messages/current';
import { useMutation } from '@tanstack/react-query';
import { navigation } from '#platform/navigation.ts';
import { toastRefusal } from '#platform/refusal-toast.ts';
import { Button } from '#ui/button.tsx';
import { openPortal } from '../api.ts';

/** Where cards and addresses are looked after, at the provider. */
export function Portal() {
  const opening = useMutation({
    mutationFn: openPortal,
    onSuccess: ({ url }) => navigation.fully(url),
    onError: toastRefusal,
  });
  return (
    <>
      <Button small look="quiet" className="mt-4" busy={opening.isPending} onClick={() => opening.mutate()}>
        {t('billing.own.portal')}
      </Button>
      <p className="mt-2 type-meta">{t('billing.own.portalText')}</p>
    </>
  );
}
