import { t } from '@heartwood/messages/current';
import type { Media } from '@heartwood/contract/media';
import { Suspense, type ReactNode } from 'react';
import { AudioPlace } from '#ui/audio-place.tsx';
import { cx } from '#ui/class-names.ts';
import { lazyPart } from '#ui/lazy-part.ts';

const DocumentRow = lazyPart(async () => ({ default: (await import('./document-row.tsx')).DocumentRow }));
const VoicePlayer = lazyPart(async () => ({ default: (await import('./voice-player.tsx')).VoicePlayer }));

/** What of some media is not looked at: voices as players, documents as rows that open them. */
export function Attached({
  media,
  className,
  renderBeside,
}: {
  media: readonly Media[];
  className?: string;
  /** What stands beside each voice, as the button that saves it. */
  renderBeside?: (voice: Media) => ReactNode;
}) {
  const voices = media.filter(({ kind }) => kind === 'audio');
  const documents = media.filter(({ kind }) => kind === 'document');
  if (voices.length + documents.length === 0) return null;
  return (
    <div className={cx('grid grid-cols-[minmax(0,1fr)] gap-2.5', className)}>
      {voices.map((voice) => (
        <div key={voice.id} className="flex items-center gap-1">
          <div className="min-w-0 flex-1">
            <Suspense fallback={<AudioPlace duration={voice.duration ?? 0} />}>
              <VoicePlayer media={voice} />
            </Suspense>
          </div>
          {renderBeside?.(voice)}
        </div>
      ))}
      {documents.length > 0 && (
        <ul aria-label={t('media.documents.title')} className="grid grid-cols-[minmax(0,1fr)] gap-2">
          {documents.map((document) => (
            <li key={document.id}>
              <Suspense fallback={<div className="min-h-20 rounded-md bg-sunken" />}>
                <DocumentRow document={document} />
              </Suspense>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
