import { t } from '@heartwood/messages/current';
import type { Media } from '@heartwood/contract/media';
import { Download } from 'lucide-react';
import { useSettled } from '#features/media/api.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { useSave } from '../hooks/use-save.ts';
import { mayLeave } from '../logic.ts';

/** Saves a voice or a film on this device; nothing where it may not be saved. @param familyId the family it belongs to */
export function SaveButton({ medium, familyId }: { medium: Media; familyId: string }) {
  const media = useSettled(medium);
  const { save, isPending } = useSave();
  if (!mayLeave(media)) return null;
  return (
    <IconButton
      label={t('downloads.save', { count: 1 })}
      aria-busy={isPending || undefined}
      onClick={() => save({ ids: [media.id], familyId })}
    >
      <Download className="icon-s" />
    </IconButton>
  );
}
