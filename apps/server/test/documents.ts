/** A PDF of one empty page. @param after bytes that follow its end */
export const pdf = (after: Uint8Array = Buffer.alloc(0)): Buffer => Buffer.concat([pdfOf({}), after]);

/** What is on the one page of a PDF, in the words of PDF itself (ISO 32000-1). */
interface OnePage {
  /** Points of 1/72 inch. */
  size?: [width: number, height: number];
  /** What draws it. */
  content?: string;
  /** More of the catalogue, of the page and of the trailer. */
  catalogue?: string;
  page?: string;
  trailer?: string;
  /** More objects, from number 5. */
  objects?: string[];
}

/** A letter: red above, blue below, with some words. */
export const letter = (more: OnePage = {}): Buffer =>
  pdfOf({
    content: '1 0 0 rg 0 200 300 200 re f 0 0 1 rg 0 0 300 200 re f 1 1 1 rg BT /F1 24 Tf 40 300 Td (Grandmother wrote this) Tj ET',
    page: '/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>',
    ...more,
  });

/** A PDF of one page. */
export function pdfOf({ size = [300, 400], content = '', catalogue = '', page = '', trailer = '', objects = [] }: OnePage): Buffer {
  const all = [
    `<</Type/Catalog/Pages 2 0 R${catalogue}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${size.join(' ')}]/Contents 4 0 R${page}>>`,
    `<</Length ${content.length}>>stream\n${content}\nendstream `,
    ...objects,
  ];
  let text = '%PDF-1.4\n';
  const places = all.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  text += `xref\n0 ${all.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  text += `trailer<</Size ${all.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${start}\n%%EOF`;
  return Buffer.from(text, 'latin1');
}

/** The same locked with a password that nobody knows. */
export const lockedPdf = (): Buffer => {
  const noise = (byte: string) => `<${byte.repeat(32)}>`;
  return letter({
    objects: [`<</Filter/Standard/V 1/R 2/Length 40/P -4/O ${noise('4f')}/U ${noise('55')}>>`],
    trailer: `/Encrypt 5 0 R/ID[${noise('01')}${noise('01')}]`,
  });
};
