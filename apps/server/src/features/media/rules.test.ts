import { describe, expect, it } from 'vitest';
import { keyOf, nameOf } from './rules.ts';

describe('the name of a file', () => {
  it.each([
    ['First steps.JPG', 'First steps.JPG'],
    ['C:\\Users\\Nora\\first.jpg', 'first.jpg'],
    ['../../etc/passwd', 'passwd'],
    ['  \u202Egpj.exe ', 'gpj.exe'],
    ['a\r\nb\0c\u200B.png', 'abc.png'],
    ['Weihnachten – Großmutter 🎄.heic', 'Weihnachten – Großmutter 🎄.heic'],
    ['\uD800.jpg', '\uFFFD.jpg'],
    ['', 'file'],
    ['/', 'file'],
    ['🎄'.repeat(300), '🎄'.repeat(255)],
  ])('%j is shown as %j', (sent, shown) => {
    expect(nameOf(sent)).toBe(shown);
  });
});

it('keys are made of ids and our own words', () => {
  expect(keyOf('01936b0f-5a00-7000-8000-000000000001', 'thumb', 'webp')).toBe('media/01936b0f-5a00-7000-8000-000000000001/thumb.webp');
});
