import { t } from '@heartwood/messages/current';
import type { Media } from '@heartwood/contract/media';
import { useSettled } from '#features/media/api.ts';
import { VideoPlayer } from '#features/media/components/video-player.tsx';
import { VoicePlayer } from '#features/media/components/voice-player.tsx';
import { gridItem } from '#features/media/logic.ts';
import { PhotoFrame, shownRatio } from '#ui/photo-frame.tsx';

/** What is shown and heard of a wish, one below the other. @param name whose wish it is */
export function WishMedia({ media, name, className }: { media: readonly Media[]; name: string; className?: string }) {
  if (media.length === 0) return null;
  return (
    <div className={`grid grid-cols-[minmax(0,1fr)] gap-3 ${className ?? ''}`}>
      {media.map((one) =>
        one.kind === 'audio' ? (
          <VoicePlayer key={one.id} media={one} label={t('birthdays.voiceFrom', { name })} />
        ) : (
          <Pictured key={one.id} media={one} name={name} />
        ),
      )}
    </div>
  );
}

function Pictured({ media: given, name }: { media: Media; name: string }) {
  const media = useSettled(given);
  const isFilm = media.kind === 'video';
  const item = gridItem(media, isFilm ? t('birthdays.videoFrom', { name }) : t('birthdays.pictureFrom', { name }));
  if (item.film)
    return (
      <div className="aspect-video overflow-hidden rounded-photo">
        <VideoPlayer id={item.id} src={item.film} seconds={item.seconds} poster={item.sources.at(-1)?.src} label={item.alt} />
      </div>
    );
  if (item.waiting) return <p className="rounded-photo bg-sunken p-5 text-center soft">{item.waiting}</p>;
  return <PhotoFrame photo={item} ratio={shownRatio(item)} sizes="(min-width: 768px) 560px, 90vw" className="rounded-photo" />;
}
