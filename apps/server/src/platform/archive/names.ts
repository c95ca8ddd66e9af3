/** A name that every system can open: small ASCII letters, digits and hyphens, `fallback` where nothing is left of it. */
export function safeName(text: string, fallback = 'file'): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
    .replace(/-+$/, '');
  return plain || fallback;
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
