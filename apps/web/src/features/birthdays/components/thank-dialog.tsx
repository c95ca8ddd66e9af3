import { limits } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import type { Gathered } from '@heartwood/contract/birthdays';
import { useState } from 'react';
import { useKeptText } from '#platform/kept-text.ts';
import { tooLong } from '#platform/form-rules.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogActions } from '#ui/dialog.tsx';
import { TextArea } from '#ui/field.tsx';
import { thanksDraft, useThank } from '../api.ts';

/** Thanks for all wishes of a card at once: a post for those who wished, and for nobody else. */
export default function ThankDialog({ gathered, onClose }: { gathered: Gathered; onClose: () => void }) {
  const { heartwood_id: person, birthday_on: day } = gathered;
  const { text, write, forget } = useKeptText(thanksDraft(person, day ?? ''));
  const [missing, setMissing] = useState(false);
  const thank = useThank(person, day ?? '', () => {
    forget();
    onClose();
  });
  const said = text.trim();
  const long = tooLong(t('validation.fields.text'), said, limits.story);
  const send = () => {
    if (thank.isUnderWay) return;
    setMissing(said === '');
    if (said === '' || long) return;
    thank.mutate({ files: [], what: () => said });
  };
  return (
    <Dialog open title={t('birthdays.card.thankTitle')} text={t('birthdays.card.thankText')} onOpenChange={(open) => open || onClose()}>
      <TextArea
        story
        name="thanks"
        label={t('birthdays.card.thankWords')}
        className="mt-4"
        value={text}
        error={missing && said === '' ? t('birthdays.sayOrShow') : undefined}
        errorWhenLeft={long}
        onChange={(event) => write(event.target.value)}
      />
      <DialogActions>
        <Button block busy={thank.isUnderWay} onClick={send}>
          {t('birthdays.card.thankSend')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
