import { translatorOf } from '@heartwood/messages/catalogues';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderMail } from './layout.ts';
import { checked, lines, oneLine } from './message.ts';
import type { MailMessage } from './message.ts';

const publicUrl = 'https://heartwood.example';
const message = (words: string): MailMessage => ({
  to: { address: 'ruth@example.com', name: words },
  language: 'en',
  subject: words,
  preview: words,
  heading: words,
  paragraphs: [words, words],
  quote: { text: words, by: words },
  button: { label: words, url: `${publicUrl}/invitation?token=abc` },
  smallPrint: words,
});
const en = translatorOf('en');
const tags = (html: string) => html.match(/<[a-z/!][^>]*>/gi) ?? [];
const ofTheQuote = /^<\/?(p|br)[ >]/;

describe('the layout of mails', () => {
  it('shows every text as text, whatever it contains', () => {
    const plain = tags(renderMail(message('word'), publicUrl, en).html).filter((tag) => !ofTheQuote.test(tag));
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '<script>alert(1)</script>',
        '"><img src=x onerror=alert(1)>',
        "' onmouseover='x",
        '</title><b>',
        '</style>',
        '<!--',
        '&lt;b&gt;',
        '${0}',
        '$&',
      ),
    );
    fc.assert(
      fc.property(hostile, (words) => {
        const { html } = renderMail(message(words), publicUrl, en);
        expect(tags(html).filter((tag) => !ofTheQuote.test(tag))).toEqual(plain);
      }),
    );
  });

  it('keeps the words of a person, with their line breaks, in both parts', () => {
    const { html, text } = renderMail(
      { ...message('word'), quote: { text: 'Dear Ruth,\r\n\r\nTom & <Jonas> laugh.\nNo typing.', by: 'Nora' } },
      publicUrl,
      en,
    );
    expect(html).toContain('Dear Ruth,</p>');
    expect(html).toContain('Tom &amp; &lt;Jonas&gt; laugh.<br>No typing.</p>');
    expect(text).toContain('> Dear Ruth,\n> \n> Tom & <Jonas> laugh.\n> No typing.\n> (Nora)');
  });

  it('links only to our own pages', () => {
    const { html } = renderMail(message('http://elsewhere.example/ word'), publicUrl, en);
    const targets = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, target]) => target);
    expect(targets.length).toBeGreaterThan(2);
    for (const target of targets) expect(target).toMatch(/^https:\/\/heartwood\.example\//);
    expect(html).not.toContain('<img');
  });
});

describe('a message before it is handed over', () => {
  it('has every header on one line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('\r\n', '\n', '\r', '\0', '\u2028', '\u0085'), (words, lineEnd) => {
        const { subject, to } = checked(message(`${words}${lineEnd}Bcc: all@example.com`), publicUrl);
        for (const header of [subject, to.name]) expect(header).not.toMatch(/[\r\n\0\u0085\u2028\u2029]/);
      }),
    );
  });

  it.each([
    '',
    'ruth',
    'ruth@example.com\r\nBcc: all@example.com',
    'ruth@example.com, all@example.com',
    ' ruth@example.com',
    'Ruth <ruth@example.com>',
    '<ruth@example.com>',
    '"a b"@example.com',
  ])('refuses %j as an address', (address) => {
    expect(() => checked({ ...message('word'), to: address }, publicUrl)).toThrow(/one valid address/);
  });

  it.each([
    'https://elsewhere.example/',
    'https://heartwood.example.elsewhere.example/',
    'https://heartwood.example',
    '//elsewhere.example',
    'javascript:alert(1)',
    'https://heartwood.example/\\elsewhere',
    'https://heartwood.example/a b',
  ])('refuses a button to %s', (url) => {
    expect(() => checked({ ...message('word'), button: { label: 'Open', url } }, publicUrl)).toThrow(/page of ours/);
  });

  it('takes away what turns a line around, and keeps what emoji are made of', () => {
    expect(oneLine('Nora\u202Emoc.elpmaxe')).toBe('Noramoc.elpmaxe');
    expect(oneLine('👩‍👩‍👧 \t Whitlock')).toBe('👩‍👩‍👧 Whitlock');
    expect(lines('a\u0007b\r\nc')).toBe('ab\nc');
  });
});
