/** The first words of a text, for a card or a title: at most 60 characters, cut between words. */
export function beginningOf(text: string, most = 60): string {
  const line = text.trim().split(/(?<=[.!?])\s|\n/)[0] ?? '';
  const whole = line.replace(/[.]$/, '');
  if (whole.length <= most) return whole;
  return `${whole.slice(0, most).replace(/\s+\S*$/, '')}…`;
}
