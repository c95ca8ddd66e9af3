import { t } from '@heartwood/messages/current';

/**
 * What a file is called where people read it: of what was recorded here, which nobody gave a name, without its ending. A film is called the same in
 * every language (`filming.fileName`, which is not loaded where posts are shown).
 */
export function calledBy(name: string): string {
  const [, own = name, ending] = /^(.+)\.(webm|m4a|ogg|mp4)$/.exec(name) ?? [];
  return ending === 'webm' || own === t('media.recording.fileName') || own === 'Film' ? own : name;
}
