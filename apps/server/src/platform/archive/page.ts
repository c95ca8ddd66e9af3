import type { Reader } from './chapter.ts';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as HTML shows it, in content and in attributes. What cannot be seen, and what turns a line around, is left out. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/gu, '').replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? '');

/** The beginning of a page that needs no network and runs nothing; {@link pageEnd} ends it. */
export function pageStart({ language, direction }: Reader, title: string, back?: { href: string; label: string }): string {
  const link = back ? `<p><a href="${escapeHtml(back.href)}">${escapeHtml(back.label)}</a></p>` : '';
  return `<!doctype html>
<html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="script-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; connect-src 'none'">
<title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>
${link}<h1>${escapeHtml(title)}</h1>
`;
}

/** The end of a page. */
export const pageEnd = '</main></body></html>\n';

const style = `:root{color-scheme:light dark}body{margin:0;font:17px/1.55 system-ui,sans-serif;background:Canvas;color:CanvasText}
main{max-width:680px;margin:0 auto;padding:24px 20px 96px;overflow-wrap:anywhere}h1,h2{font-family:Georgia,serif;font-weight:500;line-height:1.2}
article{border-top:1px solid color-mix(in srgb,CanvasText 18%,Canvas);padding:20px 0}.words{white-space:pre-line;font-family:Georgia,serif;font-size:19px}
.meta,li{color:color-mix(in srgb,CanvasText 72%,Canvas)}img,video{max-width:100%;height:auto;border-radius:12px}figure{margin:12px 0}audio{width:100%}`;

const shownAs: Record<string, 'img' | 'video' | 'audio'> = {
  jpg: 'img',
  png: 'img',
  webp: 'img',
  gif: 'img',
  avif: 'img',
  mp4: 'video',
  webm: 'video',
  mov: 'video',
  mkv: 'video',
  m4a: 'audio',
  mp3: 'audio',
  ogg: 'audio',
  wav: 'audio',
  weba: 'audio',
};

/** Whether a browser shows a file of this kind by itself. */
export const canBeShown = (extension: string): boolean => extension in shownAs;

/** A file of the archive inside a page: shown or played where browsers can, else a link. `file` and `shown` are relative to the page. */
export function fileHtml(file: string, label: string, shown = file): string {
  const [href, src, text] = [escapeHtml(file), escapeHtml(shown), escapeHtml(label)];
  switch (shownAs[shown.slice(shown.lastIndexOf('.') + 1)]) {
    case 'img':
      return `<figure><a href="${href}"><img src="${src}" alt="${text}" loading="lazy"></a><figcaption class="meta">${text}</figcaption></figure>\n`;
    case 'video':
      return `<figure><video src="${src}" controls preload="none"></video><figcaption class="meta"><a href="${href}">${text}</a></figcaption></figure>\n`;
    case 'audio':
      return `<figure><audio src="${src}" controls preload="none"></audio><figcaption class="meta"><a href="${href}">${text}</a></figcaption></figure>\n`;
    default:
      return `<p><a href="${href}">${text}</a></p>\n`;
  }
}
