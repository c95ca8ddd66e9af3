import { t } from '@heartwood/messages/current';
import { ButtonLink } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Drawing } from '#ui/empty-state.tsx';
import { planned, type PlannedPlace } from './planned.ts';

/** An honest placeholder over a page: says what this place will hold, and offers a next step. */
export default function PlannedDialog({ place, onClose }: { place: PlannedPlace; onClose: () => void }) {
  const { title, sentence, drawing, next } = planned[place];
  return (
    <Dialog title={t(title)} text={t(sentence)} closable open onOpenChange={(open) => !open && onClose()}>
      <Drawing name={drawing} className="my-4" />
      <ButtonLink block look="quiet" to={next.to} onClick={onClose}>
        {t(next.label)}
      </ButtonLink>
    </Dialog>
  );
}
