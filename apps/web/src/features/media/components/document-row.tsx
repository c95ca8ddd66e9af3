import { t } from '@heartwood/messages/current';
import type { Media } from '@heartwood/contract/media';
import { FileText } from 'lucide-react';
import { addressOf } from '#platform/addresses.ts';
import { sizeInWords } from '#platform/formats.ts';

/** A document: its first page where that could be drawn, its name and size; it is saved when it is pressed. */
export function DocumentRow({ document: { filename, size, state, variants } }: { document: Media }) {
  const address = addressOf(variants['document']?.path);
  const row = 'flex min-h-20 items-center gap-3.5 rounded-md bg-sunken px-4 py-2';
  const inside = (
    <>
      <FirstPage thumb={addressOf(variants['thumb']?.path)} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{filename}</span>
        <span className="block type-meta">{aboutDocument(sizeInWords(size), address !== undefined, state === 'failed')}</span>
      </span>
      {address && <span className="shrink-0 text-label font-semibold text-fir">{t('media.open')}</span>}
    </>
  );
  if (!address) return <div className={row}>{inside}</div>;
  return (
    <a href={address} download={filename} className={row}>
      {inside}
    </a>
  );
}

/** 'PDF, 1.2 MB', and what stands in the way. */
function aboutDocument(size: string, isHere: boolean, isDamaged: boolean): string {
  if (isDamaged) return isHere ? t('media.documents.damaged', { size }) : t('media.documents.damagedAndMissing', { size });
  return isHere ? t('media.documents.size', { size }) : t('media.documents.missing', { size });
}

/** The name beside it says enough: its picture is for who sees it. */
function FirstPage({ thumb }: { thumb: string | undefined }) {
  if (!thumb) return <FileText className="shrink-0 text-ink-2" />;
  return <img src={thumb} alt="" loading="lazy" className="h-16 w-12 shrink-0 rounded-xs border border-line object-cover object-top" />;
}
