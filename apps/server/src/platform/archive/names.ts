/** Letters that a name has at most. */
const mostLetters = 60;

/** A name that every system can open: small ASCII letters, digits and hyphens, a long one cut between words, `fallback` where nothing is left of it. */
export function safeName(text: string, fallback = 'file'): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return cutBetweenWords(plain) || fallback;
}

/** A word that is longer than half of the name is cut itself. */
function cutBetweenWords(name: string): string {
  if (name.length <= mostLetters) return name;
  const end = name.lastIndexOf('-', mostLetters);
  return name.slice(0, end > mostLetters / 2 ? end : mostLetters);
}

/** Gives out names that no other has got. */
export function uniqueNames(): (name: string, extension: string) => string {
  const taken = new Map<string, number>();
  return (name, extension) => {
    const whole = `${name}.${extension}`;
    const before = taken.get(whole) ?? 0;
    taken.set(whole, before + 1);
    if (before === 0) return whole;
    // Another file may have the numbered name already.
    let next = before + 1;
    while (taken.has(`${name}-${next}.${extension}`)) next += 1;
    taken.set(`${name}-${next}.${extension}`, 1);
    return `${name}-${next}.${extension}`;
  };
}
