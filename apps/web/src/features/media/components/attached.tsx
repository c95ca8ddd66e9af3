import type { Media } from '@heartwood/contract/media';
import { FileText } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { addressOf } from '#platform/addresses.ts';
import { cx } from '#ui/class-names.ts';
import { openDocument, sizeInWords, words } from '../words.ts';

const VoicePlayer = lazy(() => import('./voice-player.tsx').then((module) => ({ default: module.VoicePlayer })));

/** What of some media is not looked at: voices as players, documents as rows that open them. */
export function Attached({ media, className }: { media: readonly Media[]; className?: string }) {
  const voices = media.filter(({ kind }) => kind === 'audio');
  const documents = media.filter(({ kind }) => kind === 'document');
  if (voices.length + documents.length === 0) return null;
  return (
    <div className={cx('grid grid-cols-[minmax(0,1fr)] gap-2.5', className)}>
      {voices.map((voice) => (
        <Suspense key={voice.id} fallback={<div className="min-h-16 rounded-md bg-fir-soft" />}>
          <VoicePlayer media={voice} />
        </Suspense>
      ))}
      {documents.length > 0 && (
        <ul aria-label={words.documents} className="grid grid-cols-[minmax(0,1fr)] gap-2">
          {documents.map((document) => (
            <li key={document.id}>
              <DocumentRow document={document} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function DocumentRow({ document: { filename, size, variants } }: { document: Media }) {
  const address = addressOf(variants['document']?.path);
  const row = 'flex min-h-16 items-center gap-3.5 rounded-md bg-sunken px-4 py-2.5';
  const inside = (
    <>
      <FileText className="shrink-0 text-ink-2" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{filename}</span>
        <span className="block type-meta">
          PDF, {sizeInWords(size)}
          {!address && `. ${words.notHere}`}
        </span>
      </span>
      {address && <span className="shrink-0 text-label font-semibold text-fir">{words.open}</span>}
    </>
  );
  if (!address) return <div className={row}>{inside}</div>;
  return (
    <a href={address} download={filename} aria-label={openDocument(filename, sizeInWords(size))} className={row}>
      {inside}
    </a>
  );
}
