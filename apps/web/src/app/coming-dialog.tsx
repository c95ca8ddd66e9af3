import { t } from '@heartwood/messages/current';
import { ButtonLink } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Drawing } from '#ui/empty-state.tsx';
import { coming, type ComingPlace } from './coming.ts';

/** The same as {@link ComingScreen}, for what opens over a page. */
export default function ComingDialog({ place, onClose }: { place: ComingPlace; onClose: () => void }) {
  const { title, sentence, drawing, next } = coming[place];
  return (
    <Dialog title={t(title)} text={t(sentence)} closable open onOpenChange={(open) => !open && onClose()}>
      <Drawing name={drawing} className="my-4" />
      <ButtonLink block look="quiet" to={next.to} onClick={onClose}>
        {t(next.label)}
      </ButtonLink>
    </Dialog>
  );
}
