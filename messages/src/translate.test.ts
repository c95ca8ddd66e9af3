import { expect, test } from 'vitest';
import { readLanguage, translatorOf } from './catalogues.ts';
import { compile } from './compile.ts';
import { disguised } from './made-up.ts';
import { message, textOf } from './message.ts';
import { translator } from './translate.ts';

const [en, de] = [translatorOf('en'), translatorOf('de')];

test('a message in both languages, with its plural', () => {
  expect(en('accounts.register.text', { days: 1 })).toContain('Free for 1 day,');
  expect(en('accounts.register.text', { days: 30 })).toContain('Free for 30 days,');
  expect(de('accounts.register.text', { days: 1 })).toContain('1 Tag kostenlos');
  expect(de('accounts.register.text', { days: 30 })).toContain('30 Tage kostenlos');
});

test('compiled messages say the same as their texts', () => {
  const texts = readLanguage('en');
  const compiled = translator('en', Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compile(text)])));
  expect(compiled('accounts.register.text', { days: 30 })).toBe(en('accounts.register.text', { days: 30 }));
});

test('a parameter is put in as it is, whatever it holds', () => {
  for (const email of ['a{b}@c.de', '<link>x</link>', "it's # \\u0041", 'ä'])
    expect(en('addresses.verify.done', { email })).toBe(`${email} is confirmed. You can invite your family now.`);
});

test('a message that is named first is shown later, with messages inside', () => {
  const later = message('app.titled', { title: message('app.pages.login') });
  expect(textOf(en, later)).toBe('Log in · Heartwood');
  expect(textOf(de, later)).toBe('Anmelden · Heartwood');
});

test('the made-up languages change every word and nothing else', () => {
  const text = 'For {email}: {count, plural, one {# day} other {# days}}. <link>Log in</link>';
  const shown = (language: 'en-XA' | 'ar-XB', count: number) => {
    const t = translator(language, { 'accounts.rules.length': disguised(compile(text), language) });
    return t('accounts.rules.length', { count, email: 'nora@example.com' } as { count: number });
  };
  expect(shown('en-XA', 2)).toBe('Ƒóóř nora@example.com: 2 đááýš. <link>Łóóğ ííñ</link>');
  expect(shown('ar-XB', 1)).toBe('\u202eFor\u202c nora@example.com: 1 \u202eday\u202c. <link>\u202eLog\u202c \u202ein\u202c</link>');
  expect(translatorOf('en-XA')('accounts.login.title')).toMatch(/^[^a-zA-Z]+$/);
});
