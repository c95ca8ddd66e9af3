import { t } from '@heartwood/messages/current';
import type { Media } from '@heartwood/contract/media';
import type { ReactNode } from 'react';
import { OpenedPhotos, photoViewerSoon } from '#features/downloads/components/lazy-photo-viewer.tsx';
import { SaveButton } from '#features/downloads/components/save-button.tsx';
import { useSettled } from '#features/media/api.ts';
import { VideoPlayer } from '#features/media/components/video-player.tsx';
import { VoicePlayer } from '#features/media/components/voice-player.tsx';
import { useOpened } from '#features/media/hooks/use-opened.ts';
import { gridItem } from '#features/media/logic.ts';
import { session } from '#platform/session.ts';
import { PhotoGrid } from '#ui/photo-grid.tsx';

/** What is shown and heard of a wish, one below the other, and can be saved. @param name whose wish it is */
export function WishMedia({ media, name, className }: { media: readonly Media[]; name: string; className?: string }) {
  if (media.length === 0) return null;
  return (
    <div className={`grid grid-cols-[minmax(0,1fr)] gap-3 ${className ?? ''}`}>
      {media.map((one) =>
        one.kind === 'audio' ? (
          <Saved key={one.id} media={one}>
            <VoicePlayer media={one} label={t('birthdays.voiceFrom', { name })} />
          </Saved>
        ) : (
          <Pictured key={one.id} media={one} name={name} />
        ),
      )}
    </div>
  );
}

/** What plays, with the button that saves it. */
function Saved({ media, children }: { media: Media; children: ReactNode }) {
  return (
    <div className="flex items-center gap-1">
      <div className="min-w-0 flex-1">{children}</div>
      <SaveButton medium={media} familyId={session.family() ?? ''} />
    </div>
  );
}

function Pictured({ media: given, name }: { media: Media; name: string }) {
  const media = useSettled(given);
  const opened = useOpened();
  const isFilm = media.kind === 'video';
  const alt = isFilm ? t('birthdays.videoFrom', { name }) : t('birthdays.pictureFrom', { name });
  const item = gridItem(media, alt);
  if (item.film)
    return (
      <Saved media={media}>
        <div className="aspect-video overflow-hidden rounded-photo">
          <VideoPlayer id={item.id} src={item.film} seconds={item.seconds} poster={item.sources.at(-1)?.src} label={item.alt} />
        </div>
      </Saved>
    );
  if (item.waiting) return <p className="rounded-photo bg-sunken p-5 text-center soft">{item.waiting}</p>;
  return (
    <>
      <PhotoGrid items={[item]} onOpen={opened.open} onReach={photoViewerSoon} />
      <OpenedPhotos opened={opened} photos={[media]} familyId={session.family() ?? ''} text={alt} captions={{ [media.id]: alt }} />
    </>
  );
}
