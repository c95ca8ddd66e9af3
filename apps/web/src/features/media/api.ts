import type { Media } from '@heartwood/contract/media';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addressOf } from '#platform/addresses.ts';
import { call } from '#platform/http.ts';
import { session } from '#platform/session.ts';
import { isSettled } from './logic.ts';

const askFor = (id: string): Promise<Media> => call('GET /api/media/:id', { params: { id } }).then(({ media }) => media);

/** A medium as it is by now; one that is being prepared is asked for again when it is ready or has failed (`app/live.ts`). */
export function useSettled(given: Media): Media {
  const { data } = useQuery({
    queryKey: ['media', given.id],
    queryFn: () => askFor(given.id),
    enabled: !isSettled(given),
    throwOnError: false,
  });
  return isSettled(given) ? given : (data ?? given);
}

/**
 * Where a film or a voice is played from. Its address ends within the hour, and a page may be open for longer.
 * @param given the address the page came with
 * @returns the address, and `renew`, which asks for another one; where there is none to be had it stays as it is
 */
export function useAddress(id: string, variant: 'video' | 'audio', given: string): { src: string; renew: () => Promise<void> } {
  const [renewed, setRenewed] = useState<{ given: string; src: string }>();
  return {
    // What the page has been given since is newer.
    src: renewed?.given === given ? renewed.src : given,
    renew: async () => {
      // Visitors are answered nothing about a medium.
      const media = session.signedIn() ? await askFor(id).catch(() => undefined) : undefined;
      const src = addressOf(media?.variants[variant]?.path);
      if (src) setRenewed({ given, src });
    },
  };
}
