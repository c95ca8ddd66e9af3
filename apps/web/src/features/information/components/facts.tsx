import { t } from '@heartwood/messages/current';
import type { Section } from '@heartwood/contract/information';
import type { Media } from '@heartwood/contract/media';
import { OctagonAlert } from 'lucide-react';
import { OpenedPhotos, photoViewerSoon } from '#features/downloads/components/lazy-photo-viewer.tsx';
import { SaveButton } from '#features/downloads/components/save-button.tsx';
import { Attached } from '#features/media/components/attached.tsx';
import { useOpened } from '#features/media/hooks/use-opened.ts';
import { pictured } from '#features/media/logic.ts';
import { addressOf } from '#platform/addresses.ts';
import { dayInWords } from '#platform/dates.ts';
import { session } from '#platform/session.ts';
import { answerOnce } from '#ui/painted.ts';
import { alarmOf, kindOf, linkOf } from '../logic.ts';
import { suggestionsOf, titleOf } from './sections.ts';

/** What a section says: what has to be seen first, the fields, the note, photos and papers. `level` is the rank of its headings. */
export function Facts({ section, level = 2 }: { section: Section; level?: 2 | 3 }) {
  const alarm = alarmOf(section);
  const [firstLine, ...rest] = alarm?.value.split('\n') ?? [];
  const fields = section.fields.filter((field) => field !== alarm);
  const suggestions = suggestionsOf(section.slug);
  const Heading = `h${level}` as const;
  return (
    <>
      {alarm && (
        <div className="mt-5 flex items-start gap-3.5 rounded-[18px] bg-error-soft px-[18px] py-4 text-error">
          <OctagonAlert />
          <div className="min-w-0">
            <p className="font-bold">
              {alarm.label}: {firstLine}
            </p>
            {rest.length > 0 && <p className="text-label whitespace-pre-line">{rest.join('\n')}</p>}
          </div>
        </div>
      )}
      {fields.length > 0 && (
        <dl className="mt-4 divide-y divide-line rounded-card bg-surface shadow-card">
          {fields.map((field, index) => (
            // Two fields may have the same name.
            <div key={`${index} ${field.label}`} className="flex min-h-[58px] flex-wrap justify-between gap-x-6 gap-y-1 px-5 py-4">
              <dt className="text-ink-2">{field.label}</dt>
              <dd className="min-w-0 grow text-end font-[550] whitespace-pre-line">
                <Value {...field} kind={kindOf(field.label, suggestions)} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {section.note && (
        <section>
          <Heading className="mt-8 type-subhead">{t('information.notes')}</Heading>
          <p className="mt-2 type-story whitespace-pre-line">{section.note}</p>
        </section>
      )}
      <Papers section={section} level={level} />
    </>
  );
}

function Value({ value, kind }: { value: string; kind: ReturnType<typeof kindOf> }) {
  const link = linkOf(value, kind);
  if (link)
    return (
      <a
        href={link}
        className="-my-2.5 inline-flex min-h-hit items-center text-fir"
        aria-label={kind === 'email' ? t('information.write', { value }) : t('information.call', { value })}
      >
        {value}
      </a>
    );
  return kind === 'day' ? dayInWords(value) : value;
}

/** Photos and films open large; papers and recordings are rows. */
function Papers({ section: { slug, media }, level }: { section: Section; level: 2 | 3 }) {
  const Heading = `h${level}` as const;
  const opened = useOpened();
  const familyId = session.family() ?? '';
  if (media.length === 0) return null;
  const seen = pictured(media);
  return (
    <section>
      <Heading className="mt-8 mb-3 type-subhead">{t('information.papers')}</Heading>
      {seen.length > 0 && (
        <ul className="mb-3 grid grid-cols-3 gap-2 lg:grid-cols-5">
          {seen.map((medium, index) => (
            <li key={medium.id}>
              <SmallPhoto medium={medium} onOpen={() => opened.open(index)} />
            </li>
          ))}
        </ul>
      )}
      <OpenedPhotos
        opened={opened}
        photos={seen}
        familyId={familyId}
        text={titleOf(slug)}
        captions={Object.fromEntries(seen.map(({ id, filename }) => [id, filename]))}
      />
      <Attached
        media={media}
        renderBeside={(voice) => (
          <span className="print:hidden">
            <SaveButton medium={voice} familyId={familyId} />
          </span>
        )}
      />
    </section>
  );
}

/** A photo or film as a square that opens it; its name where there is no picture of it. */
function SmallPhoto({ medium: { variants, filename }, onOpen }: { medium: Media; onOpen: () => void }) {
  const thumb = addressOf((variants['thumb'] ?? variants['poster'])?.path);
  return (
    <button
      type="button"
      onPointerEnter={photoViewerSoon}
      onFocus={photoViewerSoon}
      onClick={({ currentTarget }) => void answerOnce(currentTarget, onOpen)}
      className="flex aspect-square w-full items-center justify-center overflow-hidden rounded-[14px] bg-sunken text-center text-meta data-pending:opacity-60"
    >
      {thumb ? <img src={thumb} alt={filename} className="size-full object-cover" /> : <span className="p-2 break-all">{filename}</span>}
    </button>
  );
}
