import { currentLanguage, t } from '@heartwood/messages/current';
import type { Part } from '../logic.ts';

/** Milliseconds as they are said: 0:03, and 0:03.5 where it is no whole second. */
export function timeInWords(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 100) / 10;
  const minutes = Math.floor(seconds / 60);
  const rest = new Intl.NumberFormat(currentLanguage.forIntl(), { minimumIntegerDigits: 2, maximumFractionDigits: 1 });
  return `${minutes}:${rest.format(seconds - minutes * 60)}`;
}

/** Which part of a film it is: 'from 0:03 to 1:20'. */
export const partInWords = ({ from, to }: Part): string => t('filming.trim.part', { from: timeInWords(from), to: timeInWords(to) });
