/** The three boxes of a date, as typed. `month` is '1' to '12'. */
export interface DayParts {
  day: string;
  month: string;
  year: string;
}

const arabicIndic = '٠١٢٣٤٥٦٧٨٩';
const latin = (text: string) => text.trim().replaceAll(/[٠-٩]/g, (digit) => String(arabicIndic.indexOf(digit)));

/** The boxes of a `YYYY-MM-DD`; empty ones for ''. */
export function partsOfDay(value: string): DayParts {
  const [year = '', month = '', day = ''] = value.split('-');
  return { day: day.replace(/^0/, ''), month: month.replace(/^0/, ''), year };
}

/** `YYYY-MM-DD` of the boxes: '' when all are empty, otherwise what was typed, also where that is no date. Arabic-Indic digits count. */
export function dayFromParts(parts: DayParts): string {
  const [year, month, day] = [latin(parts.year), latin(parts.month), latin(parts.day)];
  if (!year && !month && !day) return '';
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
