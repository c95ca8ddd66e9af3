import { t } from '@heartwood/messages/current';
import type { Gathered } from '@heartwood/contract/birthdays';

/** How somebody has wished: 'Spoke for 42 seconds', 'Wrote a few lines'. */
export function mannerInWords({ kind, seconds }: Gathered['wished'][number]['wish']): string {
  if (kind === 'text') return t('birthdays.wrote');
  if (kind === 'image') return t('birthdays.showed');
  if (kind === 'video') return t('birthdays.filmed');
  if (seconds === null) return t('birthdays.spokeSome');
  return seconds < 90
    ? t('birthdays.spoke', { seconds: Math.round(seconds) })
    : t('birthdays.spokeLong', { minutes: Math.round(seconds / 60) });
}

/** What a wish of a card is, above it: 'A voice', 'A picture'; nothing for words, which speak for themselves. */
export function partInWords(media: readonly { kind: string }[]): string {
  if (media.some(({ kind }) => kind === 'audio')) return t('birthdays.card.voice');
  if (media.some(({ kind }) => kind === 'video')) return t('birthdays.card.videoKind');
  return media.length > 0 ? t('birthdays.card.pictureKind') : '';
}
