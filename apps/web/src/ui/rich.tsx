import { cloneElement, Fragment, type ReactElement } from 'react';

/**
 * A message with elements in it.
 * @param text such as `t('accounts.reset.ranOut')`, 'A link that ran out? <link>Send a new one</link>'; tags do not nest
 * @param tags the element of each tag: `{ link: <Link to="/login" /> }`; what the tag encloses becomes its children
 */
export function Rich({ text, tags }: { text: string; tags: Record<string, ReactElement> }) {
  const parts = text.split(/<([a-z][\w-]*)>(.*?)<\/\1>/is);
  return parts.map((part, at) => {
    // Every match leaves three parts: what is before it, the name of its tag, what is inside.
    if (at % 3 === 1) return null;
    const tag = at % 3 === 2 ? tags[parts[at - 1] ?? ''] : undefined;
    return tag ? cloneElement(tag, { key: at }, part) : <Fragment key={at}>{part}</Fragment>;
  });
}
