/** What a file says of itself when it leaves: when it was taken, and what was said of it. Where it was taken is never among it. */
export interface Label {
  /** When it was made: the time, or only the day (`YYYY-MM-DD`); null where neither is known. */
  taken: Date | string | null;
  text: string;
}

/**
 * A label as XMP (ISO 16684-1): the caption as `dc:description`, the date as `xmp:CreateDate`, `photoshop:DateCreated` and
 * `exif:DateTimeOriginal`.
 */
export function xmpOf({ taken, text }: Label): string {
  const date = taken instanceof Date ? taken.toISOString() : taken;
  const dates = date && ['xmp:CreateDate', 'photoshop:DateCreated', 'exif:DateTimeOriginal'].map((name) => `<${name}>${date}</${name}>`);
  const caption = text && `<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(text)}</rdf:li></rdf:Alt></dc:description>`;
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/">${dates ? dates.join('') : ''}${caption}</rdf:Description>
</rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** XML 1.0 has no way to say most control characters. */
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(/[&<>]/g, (sign) => entities[sign] ?? sign);
