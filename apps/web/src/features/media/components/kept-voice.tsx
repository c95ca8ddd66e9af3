import type { ComponentProps } from 'react';
import { AudioPlayer } from '#ui/audio-player.tsx';
import { useAddress } from '../api.ts';

/** Plays a voice that the family keeps; where its address has ended, another one is asked for. @param id the medium's */
export function KeptVoice({ id, src: given, ...rest }: { id: string } & Omit<ComponentProps<typeof AudioPlayer>, 'renew'>) {
  const { src, renew } = useAddress(id, 'audio', given);
  return <AudioPlayer {...rest} src={src} renew={renew} />;
}
