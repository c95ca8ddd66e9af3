import fc from 'fast-check';
import { expect, test } from 'vitest';
import { askedTopics, countAnswers, marked, searchTopics, termsOf } from './logic.ts';

const topics = askedTopics({ paying: true });

test('there are at least twenty questions, each once and answered in sentences', () => {
  expect(countAnswers(topics)).toBeGreaterThanOrEqual(20);
  const questions = topics.flatMap(({ answers }) => answers.map(({ question }) => question));
  expect(new Set(questions).size).toBe(questions.length);
  expect(new Set(topics.flatMap(({ answers }) => answers.map(({ slug }) => slug))).size).toBe(questions.length);
  for (const { answers } of topics) for (const { answer } of answers) expect(answer).toMatch(/[.”]$/);
});

test('where nothing about paying may be said, nothing is', () => {
  const shown = askedTopics({ paying: false });
  expect(topics.map(({ slug }) => slug).filter((slug) => !shown.some((one) => one.slug === slug))).toEqual(['paying']);
});

test('all words have to be there, whatever their case and accents', () => {
  expect(countAnswers(searchTopics(topics, 'FORGOT pássword'))).toBe(1);
  expect(searchTopics(topics, 'zeppelin')).toEqual([]);
  expect(searchTopics(topics, '', 'paying').map(({ slug }) => slug)).toEqual(['paying']);
  expect(countAnswers(searchTopics(topics, ''))).toBe(countAnswers(topics));
});

test('what is marked is the text, unchanged', () => {
  expect(marked('Can I cancel?', termsOf('CAN'))).toEqual([
    { text: 'Can', hit: true },
    { text: ' I ', hit: false },
    { text: 'can', hit: true },
    { text: 'cel?', hit: false },
  ]);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string({ minLength: 1 })), (text, terms) => {
      expect(
        marked(text, terms.flatMap(termsOf))
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
    }),
  );
});

test('finds grandparents by what they are called at home, and answers by the title above them', () => {
  const slugs = searchTopics(askedTopics({ paying: true }), 'grandma').map(({ slug }) => slug);
  expect(slugs).toContain('for-grandparents');
  expect(searchTopics(askedTopics({ paying: true }), 'granny letters')).not.toEqual([]);
  expect(searchTopics(askedTopics({ paying: true }), 'zzz')).toEqual([]);
});
