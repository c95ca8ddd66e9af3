import { t } from '@heartwood/messages/current';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SkipBack, SkipForward, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { KeptVoice } from '#features/media/components/kept-voice.tsx';
import { useNames } from '#features/people/api.ts';
import { tracksOf, type Track } from '#features/treasures/logic.ts';
import { addressOf } from '#platform/addresses.ts';
import { beginningOf } from '#ui/beginning-of.ts';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { coversFoot } from '#ui/foot.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { feedQuery, type PostQuery } from '../api.ts';
import { usePosts } from './post-list.tsx';

/** Plays the voices of a list one after the other: what is playing stands at the foot of the page, with the one before and the next. */
export default function PlayAll({ query, onClose }: { query: PostQuery; onClose: () => void }) {
  const list = useInfiniteQuery({ ...feedQuery({ ...query, media: 'audio' }), throwOnError: false });
  const tracks = tracksOf(usePosts(list.data) ?? []);
  // What is playing keeps the address it began with, whatever the list learns meanwhile.
  const [chosen, choose] = useState<Track>();
  const current = chosen ?? tracks[0];
  const place = tracks.findIndex(({ voice }) => voice.id === current?.voice.id);
  const nearEnd = place >= tracks.length - 2 && list.hasNextPage && !list.isFetching && !list.isError;
  const { fetchNextPage } = list;
  useEffect(() => {
    if (nearEnd) void fetchNextPage();
  }, [nearEnd, fetchNextPage]);
  const first = tracks[0];
  useEffect(() => {
    if (first) choose((known) => known ?? first);
  }, [first]);
  const step = (by: number) => {
    const to = tracks[place + by];
    if (to) choose(to);
  };

  return (
    <section
      aria-label={t('treasures.playing')}
      ref={coversFoot}
      className="sticky bottom-24 z-10 mt-4 rounded-card bg-raised p-3.5 shadow-float lg:bottom-5"
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <div className="mb-2.5 flex items-center gap-1">
        <div className="min-w-0 flex-1 ps-1.5">
          {current ? (
            <Playing track={current} place={place + 1} all={list.hasNextPage ? undefined : tracks.length} />
          ) : (
            <p className="type-meta">{list.isSuccess ? t('treasures.noVoices') : t('treasures.loadingVoices')}</p>
          )}
        </div>
        <IconButton label={t('treasures.previousVoice')} disabled={place < 1} onClick={() => step(-1)}>
          <SkipBack />
        </IconButton>
        <IconButton label={t('treasures.nextVoice')} disabled={place === -1 || place >= tracks.length - 1} onClick={() => step(1)}>
          <SkipForward />
        </IconButton>
        <IconButton label={t('treasures.stopPlaying')} onClick={onClose}>
          <X />
        </IconButton>
      </div>
      {list.isError && tracks.length === 0 && (
        <Banner tone="error" action={<BannerButton onClick={() => void list.refetch()}>{t('treasures.retry')}</BannerButton>}>
          {t('treasures.voicesFailed')}
        </Banner>
      )}
      {list.isPending && (
        <Loading label={t('treasures.loadingVoices')}>
          <Skeleton className="h-19 rounded-md" />
        </Loading>
      )}
      {chosen && (
        <KeptVoice
          id={chosen.voice.id}
          src={addressOf(chosen.voice.variants['audio']?.path) ?? ''}
          duration={chosen.voice.duration ?? 0}
          waveform={chosen.voice.waveform ?? []}
          label={t('treasures.playing')}
          begins
          onEnded={() => step(1)}
        />
      )}
    </section>
  );
}

function Playing({ track: { post }, place, all }: { track: Track; place: number; all: number | undefined }) {
  const { users } = useNames();
  const { author } = post;
  return (
    <div aria-live="polite">
      <Link to="/post/$id" params={{ id: post.id }} className="line-clamp-1 font-serif text-[1.0625rem] leading-snug">
        {beginningOf(post.text) || t('treasures.aVoice')}
      </Link>
      <p className="num type-meta">{nowPlaying(users.get(author.user_id ?? '') ?? author.name, place, all)}</p>
    </div>
  );
}

/** 'Arthur, 2 of 14'; `all` is undefined while there are more to come. */
const nowPlaying = (author: string, place: number, all: number | undefined): string =>
  all === undefined ? t('treasures.nowPlayingOfMore', { author, place }) : t('treasures.nowPlaying', { author, place, all });
