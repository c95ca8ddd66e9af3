import { monthsBetween, plusDays } from '@heartwood/contract/days';
import { translatorOf } from '@heartwood/messages/catalogues';
import { milestoneMessages } from '@heartwood/messages/milestones';
import { milestoneCategories, milestones } from '@heartwood/contract/milestones';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasCome, mayEditMoment, mayKeepFor, maySeeMoment, postText, whenIs, inWords, ownTitle, titleOf } from './rules.ts';

const day = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const next = (one: string): string => plusDays(one, 1);

describe('the milestones', () => {
  const en = translatorOf('en');
  it('are sixty and more, from birth to 18, each with a slug of its own and words', () => {
    expect(milestones.length).toBeGreaterThanOrEqual(60);
    expect(new Set(milestones.map(({ slug }) => slug)).size).toBe(milestones.length);
    expect(new Set(milestones.map(({ slug }) => en(milestoneMessages[slug].title))).size).toBe(milestones.length);
    expect(milestones[0]?.fromMonths).toBe(0);
    expect(Math.max(...milestones.map(({ toMonths }) => toMonths))).toBeGreaterThanOrEqual(18 * 12);
    for (const { slug, fromMonths, toMonths, category } of milestones) {
      const { title: titleKey, past: pastKey, hint: hintKey } = milestoneMessages[slug];
      const [title, past, hint] = [en(titleKey), en(pastKey), en(hintKey)];
      expect(slug).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect([slug, title.length > 2, past.length > 2, hint.length > 10 && hint.length < 90]).toEqual([slug, true, true, true]);
      expect([slug, fromMonths >= 0 && fromMonths < toMonths]).toEqual([slug, true]);
      expect(milestoneCategories).toContain(category);
      expect(`${title} ${past} ${hint}`).not.toMatch(/\b(he|she|his|her|him|boys?|girls?|must|should|late|delay\w*)\b/i);
    }
  });

  it('leave no half year up to 18 without one around then', () => {
    const birth = '2000-01-31';
    for (let months = 0; months <= 18 * 12; months += 6) {
      const on = `${2000 + Math.floor(months / 12)}-${months % 12 === 0 ? '01-31' : '07-31'}`;
      expect([on, milestones.some((milestone) => whenIs(milestone, birth, on) === 'now')]).toEqual([on, true]);
    }
  });
});

describe('the window of a milestone', () => {
  const milestone = fc.constantFrom(...milestones);

  it('is first ahead, then now, then passed, and never turns back', () => {
    const order = ['ahead', 'now', 'passed'];
    fc.assert(
      fc.property(milestone, day, day, (one, birth, on) => {
        const [today, tomorrow] = [whenIs(one, birth, on), whenIs(one, birth, next(on))];
        expect(order.indexOf(tomorrow!)).toBeGreaterThanOrEqual(order.indexOf(today!));
      }),
    );
  });

  it('is what the age in months says, and nothing before the birth or without a birthday', () => {
    fc.assert(
      fc.property(milestone, day, day, (one, birth, on) => {
        const age = monthsBetween(birth, on);
        expect(whenIs(one, birth, on) === 'now').toBe(one.fromMonths <= age && age <= one.toMonths);
        if (on < birth) expect(whenIs(one, birth, on)).toBe('ahead');
        expect(whenIs(one, null, on)).toBeNull();
      }),
    );
  });

  it('of a child of 3 years and 2 months has the drawing of a person in it, and of 15 weeks a laugh', () => {
    const now = (birth: string, on: string) => milestones.filter((one) => whenIs(one, birth, on) === 'now').map(({ slug }) => slug);
    expect(now('2023-09-12', '2026-11-19')).toEqual(expect.arrayContaining(['draws-a-person', 'hops-on-one-foot', 'makes-a-joke']));
    expect(now('2026-08-06', '2026-11-19')).toEqual(expect.arrayContaining(['laughs-out-loud', 'holds-a-rattle']));
  });
});

describe('whose moments are whose', () => {
  const viewer = fc.record({
    userId: fc.constantFrom('u1', 'u2'),
    personId: fc.constantFrom('p1', 'p2'),
    role: fc.constantFrom('owner' as const, 'guardian' as const, 'relative' as const),
  });
  const people = fc.uniqueArray(fc.constantFrom('p1', 'p2', 'p3'));

  it('a relative sees those that are also theirs, keeps those that are theirs alone, and changes what they wrote', () => {
    fc.assert(
      fc.property(viewer, people, fc.constantFrom('u1', 'u2'), (one, whose, authorId) => {
        const guards = one.role !== 'relative';
        expect(maySeeMoment(one, whose)).toBe(whose.length > 0 && (guards || whose.includes(one.personId)));
        expect(mayKeepFor(one, whose)).toBe(guards || whose.every((id) => id === one.personId));
        expect(mayEditMoment(one, { authorId })).toBe(guards || authorId === one.userId);
      }),
    );
  });
});

describe('a day', () => {
  it('has come when it is today somewhere on earth', () => {
    const now = new Date('2026-11-21T11:00:00Z');
    expect(['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'].map((one) => hasCome(one, now))).toEqual([true, true, true, false]);
    expect(hasCome('2026-11-22', new Date('2026-11-21T09:00:00Z'))).toBe(false);
  });
});

describe('the words of a post', () => {
  it('begin with what the moment is called, and end where a post ends, with whole characters', () => {
    expect(postText('First steps', '')).toBe('First steps');
    expect(postText('First steps', 'Three of them.')).toBe('First steps\n\nThree of them.');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), fc.integer({ min: 0, max: 5_000 }), (title, n) => {
        const said = postText(title, '🌳'.repeat(n));
        expect(Array.from(said).length).toBeLessThanOrEqual(10_000);
        expect(said.isWellFormed()).toBe(true);
        expect(said.startsWith(title)).toBe(true);
      }),
    );
    expect([9_000, 10_000].map((n) => Array.from(postText('First steps', '🌳'.repeat(n))).length)).toEqual([9_013, 10_000]);
  });
});

describe('what a moment is called', () => {
  const [en, de] = [translatorOf('en'), translatorOf('de')];
  it('is nothing of its own where it is what its milestone is called in any language', () => {
    expect(ownTitle('First steps', 'first-steps', [en, de])).toBe('');
    expect(ownTitle('Erste Schritte', 'first-steps', [en, de])).toBe('');
    expect(ownTitle('First steps', null, [en, de])).toBe('First steps');
    expect(ownTitle('Across the kitchen', 'first-steps', [en, de])).toBe('Across the kitchen');
  });
  it('is then said in the language of who reads it', () => {
    expect(titleOf(de, { title: '', milestone: 'first-steps' })).toBe('Erste Schritte');
    expect(titleOf(de, { title: 'Across the kitchen', milestone: 'first-steps' })).toBe('Across the kitchen');
  });
  it('names its milestone in words where it is to have none, and nothing is lost', () => {
    const milestone = 'first-steps';
    expect(inWords(de, { title: '', milestone, text: 'Vier.' })).toEqual({ title: 'Erste Schritte', text: 'Vier.' });
    expect(inWords(en, { title: 'Kitchen', milestone, text: 'Four.' })).toEqual({ title: 'Kitchen', text: 'First steps\n\nFour.' });
    expect(inWords(en, { title: 'Kitchen', milestone, text: '' })).toEqual({ title: 'Kitchen', text: 'First steps' });
    expect(inWords(en, { title: 'Kitchen', milestone: null, text: 'Four.' })).toEqual({ title: 'Kitchen', text: 'Four.' });
    const long = '🌳'.repeat(10_000);
    expect(inWords(en, { title: 'Kitchen', milestone, text: long }).text).toBe(`First steps\n\n${long}`);
  });
});
