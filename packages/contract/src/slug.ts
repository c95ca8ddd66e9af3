/**
 * A name as it stands in an address: lower case, trimmed, white space as one hyphen, every other non-word character removed,
 * repeated hyphens as one. A name without Latin letters or digits gives an empty slug; who needs one then falls back to an id.
 * @example slug('  Emma Rose! ') // 'emma-rose'
 */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .trim()
    .replaceAll(/\s+/g, '-')
    .replaceAll(/[^\w-]+/g, '')
    .replaceAll(/-{2,}/g, '-');
}
