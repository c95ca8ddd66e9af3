import { directionOf } from '@heartwood/messages/languages';
import type { Translate } from '@heartwood/messages/translate';
import { lines, oneLine } from './message.ts';
import type { ListBlock, ListItem, ListPicture, MailAnswer, MailMessage, MailPicture } from './message.ts';

// Colours are the tokens of the interface. They stand inline, because many mail readers drop style sheets; the style sheet only adds
// what they cannot do inline: the dark colours and the narrow screen.
const light = {
  canvas: '#faf8f5',
  surface: '#ffffff',
  sunken: '#f2eee8',
  line: '#e5ded4',
  ink: '#231d19',
  ink2: '#564c45',
  ink3: '#6d6259',
  fir: '#1f5443',
  onFir: '#ffffff',
  love: '#b3263f',
};
const dark = {
  canvas: '#141210',
  surface: '#1d1a17',
  sunken: '#272320',
  line: '#38322d',
  ink: '#f4efe9',
  ink2: '#c9bfb5',
  ink3: '#a59a8f',
  fir: '#8fcdb2',
  onFir: '#0d211a',
  love: '#ff8599',
};
const serif = "Newsreader,Georgia,'Times New Roman',serif";
const sans = "Figtree,system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Both forms of a mail. */
interface RenderedMail {
  html: string;
  text: string;
}

/**
 * Renders a mail: one layout for all of them, for narrow and wide readers, light and dark, with the same words as plain text.
 * @param publicUrl what every link starts with
 * @param t the layout's own words in the language of the message
 * @param sourceOf where a picture is found that is sent along; one that is not is left out
 */
export function renderMail(
  message: MailMessage,
  publicUrl: string,
  t: Translate,
  sourceOf: (picture: MailPicture) => string | undefined = () => undefined,
): RenderedMail {
  return { html: htmlOf(message, publicUrl, t, sourceOf), text: textOf(message, publicUrl, t) };
}

type SourceOf = (picture: MailPicture) => string | undefined;

/** Text as it stands in HTML, between tags and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
const line = (text: string): string => escapeHtml(oneLine(text));

const stylesheet = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;-webkit-text-size-adjust:100%}
a{overflow-wrap:anywhere}
@media (max-width:600px){.outer{padding:0 !important}.card{border-radius:0 !important;border-width:1px 0 !important}.inner{padding:28px 20px !important}.button{display:block !important;text-align:center !important}h1{font-size:28px !important}}
@media (prefers-color-scheme:dark){
.canvas{background:${dark.canvas} !important}.card{background:${dark.surface} !important;border-color:${dark.line} !important}
.ink{color:${dark.ink} !important}.ink2{color:${dark.ink2} !important}.ink3{color:${dark.ink3} !important}
.well{background:${dark.sunken} !important}.button{background:${dark.fir} !important;color:${dark.onFir} !important}
.link{color:${dark.fir} !important}.mark{color:${dark.love} !important;border-color:${dark.love} !important}}
`.replaceAll('\n', '');

function htmlOf(message: MailMessage, publicUrl: string, t: Translate, sourceOf: SourceOf): string {
  const { language, subject, preview, stop } = message;
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${line(subject)}</title><style>${stylesheet}</style></head>
<body class="canvas" style="margin:0;padding:0;background:${light.canvas}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all" aria-hidden="true">${line(preview)}${'&#847; '.repeat(60)}</div>
<table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${light.canvas}"><tr>
<td class="outer" align="center" style="padding:0 20px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td align="center" style="padding:28px 20px 20px">${mark}</td></tr>
<tr><td class="card inner" style="padding:40px 44px;background:${light.surface};border:1px solid ${light.line};border-radius:22px">
${htmlParts(message, t, sourceOf).join('\n')}
</td></tr>
<tr><td class="ink3" align="center" style="padding:20px 24px 40px;font:400 14px/1.45 ${sans};color:${light.ink3}">${line(t('app.mails.slogan'))}<br><a class="ink3" href="${escapeHtml(publicUrl)}/" style="color:${light.ink3}">${escapeHtml(new URL(publicUrl).host)}</a>${stop ? htmlStop(stop) : ''}</td></tr>
</table></td></tr></table></body></html>
`;
}

const mark = `<span class="mark" aria-hidden="true" style="display:inline-block;margin:0 5px;width:26px;height:26px;border:2px solid ${light.love};border-radius:50%;font:400 14px/26px ${sans};text-align:center;vertical-align:middle;color:${light.love}">&#9829;&#65038;</span><span class="ink" style="padding:0 5px;font:500 21px/28px ${serif};vertical-align:middle;color:${light.ink}">Heartwood</span>`;

const htmlStop = ({ label, url }: { label: string; url: string }): string =>
  `<br><br><a class="ink3" href="${escapeHtml(url)}" style="color:${light.ink3}">${line(label)}</a>`;

function htmlParts(
  { heading, paragraphs, quote, blocks = [], button, smallPrint }: MailMessage,
  t: Translate,
  sourceOf: SourceOf,
): string[] {
  return [
    `<h1 class="ink" dir="auto" style="margin:0 0 16px;font:430 32px/1.12 ${serif};letter-spacing:-.018em;overflow-wrap:anywhere;color:${light.ink}">${line(heading)}</h1>`,
    ...paragraphs.map(
      (text) =>
        `<p class="ink2" dir="auto" style="margin:0 0 16px;font:400 17px/1.55 ${sans};overflow-wrap:anywhere;color:${light.ink2}">${line(text)}</p>`,
    ),
    ...(quote ? [htmlQuote(quote)] : []),
    ...blocks.map((block) => htmlBlock(block, sourceOf)),
    ...(button ? [htmlButton(button, t)] : []),
    ...(smallPrint
      ? [
          `<p class="ink3" dir="auto" style="margin:16px 0 0;font:400 14px/1.45 ${sans};overflow-wrap:anywhere;color:${light.ink3}">${line(smallPrint)}</p>`,
        ]
      : []),
  ];
}

function htmlQuote({ text, by }: { text: string; by: string }): string {
  const paragraphs = lines(text)
    .split(/\n{2,}/)
    .map((part) => `<p dir="auto" style="margin:0 0 12px">${escapeHtml(part).replaceAll('\n', '<br>')}</p>`);
  return `<blockquote class="well ink" style="margin:8px 0 20px;padding:20px 22px 14px;border-radius:16px;background:${light.sunken};font:400 19px/1.52 ${serif};overflow-wrap:anywhere;color:${light.ink}">${paragraphs.join('')}<p class="ink3" dir="auto" style="margin:0 0 8px;font:400 14px/1.45 ${sans};color:${light.ink3}">${line(by)}</p></blockquote>`;
}

function htmlBlock({ title, items, more }: ListBlock, sourceOf: SourceOf): string {
  const rest = more
    ? `<p class="ink3" dir="auto" style="margin:0 0 16px;font:400 17px/1.45 ${sans};color:${light.ink3}">${line(more)}</p>`
    : '';
  return `<h2 class="ink3" dir="auto" style="margin:28px 0 16px;font:600 17px/1.3 ${sans};overflow-wrap:anywhere;color:${light.ink3}">${line(title)}</h2>
${items.map((item) => htmlItem(item, sourceOf)).join('\n')}${rest}`;
}

function htmlItem({ text, quote, url, answer, pictures }: ListItem, sourceOf: SourceOf): string {
  const sources = pictures.flatMap((picture) => {
    const source = sourceOf(picture);
    return source ? [{ ...picture, source }] : [];
  });
  const said = quote
    ? `<p class="ink2" dir="auto" style="margin:6px 0 0;font:400 19px/1.5 ${serif};overflow-wrap:anywhere;color:${light.ink2}">${line(quote)}</p>`
    : '';
  const shown = sources.map((picture, index) =>
    htmlPicture({ ...picture, url, alt: sources.length > 1 ? `${text} (${index + 1})` : text, isAlone: sources.length === 1 }),
  );
  const gallery = shown.length > 0 ? `<div style="margin:12px 0 0;font-size:0">${shown.join('')}</div>` : '';
  return `<div style="margin:0 0 28px"><p dir="auto" style="margin:0;font:600 19px/1.4 ${sans};overflow-wrap:anywhere"><a class="link" href="${escapeHtml(url)}" style="color:${light.fir};text-decoration:none">${line(text)}</a></p>${said}${gallery}${htmlAnswer(answer)}</div>`;
}

/** Where mail readers begin an answer. */
const answerAddress = ({ address, subject }: MailAnswer): string => `mailto:${address}?subject=${encodeURIComponent(oneLine(subject))}`;

const htmlAnswer = (answer: MailAnswer | null): string =>
  answer
    ? `<p dir="auto" style="margin:0;font:400 17px/1.45 ${sans}"><a class="link" href="${escapeHtml(answerAddress(answer))}" style="display:inline-block;padding:8px 0;color:${light.fir}">${line(answer.label)}</a></p>`
    : '';

/** Pixels: the width of the card's inside; beside another one a picture takes half of it. */
const inside = 470;

function htmlPicture({
  source,
  width,
  height,
  own,
  url,
  alt,
  isAlone,
}: Omit<ListPicture, 'key'> & { source: string; url: string; alt: string; isAlone: boolean }): string {
  const shown = Math.min(width, isAlone ? inside : Math.floor(inside * 0.48));
  const cell = isAlone ? `width:100%;max-width:${shown}px` : 'width:48%;margin:0 2% 2% 0';
  return `<div style="display:inline-block;${cell};vertical-align:top"><a href="${escapeHtml(own?.url ?? url)}" style="display:block"><img src="${escapeHtml(source)}" alt="${line(alt)}" width="${shown}" height="${Math.round((shown * height) / width)}" style="display:block;width:100%;height:auto;border:0;border-radius:12px"></a>${htmlAnswer(own?.answer ?? null)}</div>`;
}

function htmlButton({ label, url }: { label: string; url: string }, t: Translate): string {
  const address = escapeHtml(url);
  return `<p style="margin:28px 0 24px"><a class="button" href="${address}" style="display:inline-block;padding:14px 30px;border-radius:26px;background:${light.fir};color:${light.onFir};font:600 17px/24px ${sans};text-decoration:none">${line(label)}</a></p>
<p class="ink3" style="margin:0;font:400 14px/1.45 ${sans};color:${light.ink3}">${line(t('app.mails.address'))}<br><a class="link" href="${address}" style="color:${light.fir};word-break:break-all">${address}</a></p>`;
}

function textOf(
  { heading, paragraphs, quote, blocks = [], button, smallPrint, stop }: MailMessage,
  publicUrl: string,
  t: Translate,
): string {
  const parts = [
    oneLine(heading),
    ...paragraphs.map(oneLine),
    ...(quote ? [`${lines(quote.text).replaceAll(/^/gm, '> ')}\n> (${oneLine(quote.by)})`] : []),
    ...blocks.map(textBlock),
    ...(button ? [`${oneLine(button.label)}:\n${button.url}`] : []),
    ...(smallPrint ? [oneLine(smallPrint)] : []),
    ...(stop ? [`${oneLine(stop.label)}:\n${stop.url}`] : []),
    `-- \n${t('app.mails.slogan')}\n${publicUrl}/`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function textBlock({ title, items, more }: ListBlock): string {
  const listed = items.map(({ text, quote, url, answer, pictures }) =>
    [
      `- ${oneLine(text)}`,
      ...(quote ? [`  > ${oneLine(quote)}`] : []),
      ...textLinks(url, answer),
      ...pictures.flatMap(({ own }, index) => (own?.answer ? [`  (${index + 1})`, ...textLinks(own.url, own.answer)] : [])),
    ].join('\n'),
  );
  return [oneLine(title), ...listed, ...(more ? [oneLine(more)] : [])].join('\n\n');
}

const textLinks = (url: string, answer: MailAnswer | null): string[] => [
  `  ${url}`,
  ...(answer ? [`  ${oneLine(answer.label)}: ${answer.address}`] : []),
];
