import { emailRhythms, messageLevels, notificationEvents, notificationKinds } from '@heartwood/contract/notification-events';
import type { NotificationEvent } from '@heartwood/contract/notification-events';
import type { Notification } from '@heartwood/contract/notifications';
import { describe, expect, test } from 'vitest';
import type { Preferences } from './hooks/use-preferences.ts';
import {
  byAge,
  detailsOf,
  importanceOf,
  letterKinds,
  loudnessOf,
  placeOf,
  preferencesAfter,
  rhythmOf,
  sentenceOf,
  timesAround,
  withRhythm,
} from './logic.ts';

const on = '2026-11-21';
/** A moment on the clock of whoever reads, in ISO 8601. */
const at = (day: string, time = '09:00') => new Date(`${day}T${time}:00`).toISOString();
const someone = (id: string, name: string) => ({ user_id: id, heartwood_id: `${id}-person`, name, image: null });
const [nora, ruth, arthur] = [someone('nora', 'Nora Whitlock'), someone('ruth', 'Ruth Berg'), someone('arthur', 'Arthur Berg')];

const role = 'guardian' as const;

function line(event: NotificationEvent, more: Partial<Notification> = {}): Notification {
  const about = { post: null, comment: null, question: null, person: null, on: null };
  const one = { id: 'n', ids: ['n'], family_id: 'whitlocks', at: at(on), is_read: false, count: 1, actors: [nora], actor_count: 1, role };
  return { ...one, ...about, event, kind: notificationEvents[event], ...more };
}
const post = { id: 'p', looks: 'photo' as const, author: nora, is_mine: true, text: 'The first snow.', image: null, thumbhash: null };
const emma = { heartwood_id: 'e', slug: 'emma', name: 'Emma', is_me: false, image: null, turns: 7 };
const question = { id: 'q', text: 'Who taught you to swim?', is_mine: false };
const names = { users: new Map([['nora', 'Nora']]), names: new Map([['e', 'Emmi']]) };
const say = (one: Notification) => sentenceOf(one, names, on);

test('lines stand by how long ago they were, by the calendar where somebody reads', () => {
  const lines = [
    ['2026-11-21', '00:01'],
    ['2026-11-20', '23:59'],
    ['2026-11-19', '12:00'],
    ['2026-11-15', '12:00'],
    ['2026-11-14', '12:00'],
  ].map(([day = '', time = '']) => line('post.shared', { at: at(day, time) }));
  expect(byAge(lines, on).map(({ age, lines: some }) => `${age} ${some.length}`)).toEqual([
    'today 1',
    'yesterday 1',
    'week 2',
    'earlier 1',
  ]);
  expect(byAge([line('post.shared', { at: at('2026-11-22') })], on).map(({ age }) => age)).toEqual(['today']);
  expect(byAge([], on)).toEqual([]);
});

describe('a line says', () => {
  test('who shared what, by the name that somebody has for them', () => {
    expect(say(line('post.shared', { post }))).toBe('<b>Nora</b> shared a photo');
    expect(say(line('post.shared', { post: { ...post, looks: 'recipe' } }))).toBe('<b>Nora</b> shared a recipe');
    expect(say(line('post.shared', { post, count: 4 }))).toBe('<b>Nora</b> shared 4 posts');
    expect(say(line('post.shared', { actors: [ruth] }))).toBe('<b>Ruth Berg</b> shared a few lines');
  });

  test('who commented on whose, and how many', () => {
    const by = (...actors: (typeof nora)[]) => ({ actors, actor_count: actors.length });
    expect(say(line('comment.made', { post, ...by(ruth) }))).toBe('<b>Ruth Berg</b> commented on your photo');
    expect(say(line('comment.made', { post: { ...post, is_mine: false }, ...by(nora) }))).toBe('<b>Nora</b> commented on their own post');
    expect(say(line('comment.made', { post: { ...post, is_mine: false }, ...by(ruth, arthur) }))).toBe(
      '<b>Ruth Berg</b> and <b>Arthur Berg</b> commented on Nora’s post',
    );
    expect(say(line('heart.given', { post, actors: [ruth, arthur], actor_count: 5 }))).toBe(
      '<b>Ruth Berg</b> and <b>4 others</b> love your photo',
    );
  });

  test('what is asked and answered', () => {
    expect(say(line('question.asked', { question }))).toBe('<b>Nora</b> asks you something');
    expect(say(line('question.reminded', { question }))).toBe('<b>Nora</b> would love to have your answer');
    expect(say(line('question.answered', { question }))).toBe('<b>Nora</b> answered a question');
    expect(say(line('question.answered', { question: { ...question, is_mine: true } }))).toBe('<b>Nora</b> answered your question');
  });

  test('whose birthday is ahead, today, or past, with the age where it is known', () => {
    const birthday = (day: string, person = emma) => say(line('birthday.near', { person, on: day, actors: [], actor_count: 0 }));
    expect(birthday('2026-11-24')).toBe('<b>Emmi</b> turns 7 on Tuesday, 24 November');
    expect(birthday(on)).toBe('<b>Emmi</b> turns 7 today');
    expect(birthday('2026-11-18')).toBe('<b>Emmi</b> turned 7 on 18 November');
    expect(birthday(on, { ...emma, turns: null as unknown as number })).toBe('<b>Emmi</b> has a birthday today');
    expect(say(line('wish.asked', { person: emma }))).toBe('<b>Nora</b> asks for your birthday wish for <b>Emmi</b>');
    expect(say(line('wishes.delivered', { person: emma }))).toBe('The birthday card for <b>Emmi</b> is here');
    expect(say(line('wishes.delivered', { person: { ...emma, is_me: true } }))).toBe('Your birthday card is here');
  });

  test('what somebody may do now', () => {
    expect(say(line('role.changed'))).toBe('You are a guardian of your family now');
    expect(say(line('role.changed', { role: 'relative' }))).toBe('You are a relative in your family now');
    expect(say(line('role.changed', { role: 'owner' }))).toBe('The family is in your hands now');
    expect(placeOf(line('role.changed'))).toEqual({ to: '/private/family' });
  });

  test('something, whatever happened, also where what it was about is gone', () => {
    for (const event of Object.keys(notificationEvents) as NotificationEvent[])
      expect(say(line(event, { actors: [], actor_count: 1 })), event).toMatch(/\S/);
  });
});

describe('below it stands', () => {
  const below = (one: Notification, family?: string) => detailsOf(one, family, on);
  test('what was said, in which family, and when', () => {
    expect(below(line('comment.made', { post, comment: { id: 'c', text: 'Save me one' } }))).toBe('“Save me one”, 09:00');
    expect(below(line('question.asked', { question, at: at('2026-11-20', '18:40') }), 'The Bergs')).toBe(
      '“Who taught you to swim?”, The Bergs, 18:40',
    );
    expect(below(line('post.shared', { post, at: at('2026-11-18') }))).toBe('“The first snow”, Wednesday');
  });
  test('only when, where the sentence says all', () => {
    expect(below(line('post.shared', { post, count: 3 }))).toBe('09:00');
    expect(below(line('member.joined', { at: at('2026-10-02') }))).toBe('2 October');
  });
});

test('a line leads to what it tells of', () => {
  expect(placeOf(line('heart.given', { post, count: 9 }))).toEqual({ to: '/post/$id', params: { id: 'p' } });
  expect(placeOf(line('post.shared', { post }))).toEqual({ to: '/post/$id', params: { id: 'p' } });
  expect(placeOf(line('post.shared', { post, count: 2 }))).toEqual({ to: '/dashboard' });
  expect(placeOf(line('memory.come', { post, count: 2 }))).toEqual({ to: '/dashboard' });
  expect(placeOf(line('question.reminded', { question }))).toEqual({ to: '/treasures/ask-family', search: { question: 'q' } });
  expect(placeOf(line('question.answered', { post }))).toEqual({ to: '/post/$id', params: { id: 'p' } });
  expect(placeOf(line('birthday.come', { person: emma }))).toEqual({ to: '/inspiration/share-birthday', search: { person: 'emma' } });
  expect(placeOf(line('wish.asked', { person: { ...emma, slug: '' } }))).toEqual({
    to: '/inspiration/share-birthday',
    search: { person: 'e' },
  });
  expect(placeOf(line('member.joined'))).toEqual({ to: '/private/family' });
  expect(placeOf(line('plan.refused'))).toEqual({ to: '/private/profile', hash: 'subscription' });
});

describe('what reaches somebody', () => {
  const prefers: Preferences = {
    kinds: Object.fromEntries(notificationKinds.map((kind) => [kind, { push: false, email: 'daily' }])) as Preferences['kinds'],
    quiet_hours: { from: '21:00', until: '07:30' },
    time_zone: 'Europe/London',
    importance: 3,
    visibility: 0,
  };

  test('is what they change, and else what it was', () => {
    const after = preferencesAfter(prefers, { kinds: { heart: { push: true } }, quiet_hours: null });
    expect(after).toEqual({ ...prefers, quiet_hours: null, kinds: { ...prefers.kinds, heart: { push: true, email: 'daily' } } });
    expect(preferencesAfter(prefers, {})).toEqual(prefers);
  });

  test('comes by one rhythm, where all letters have it: money, which has mails of its own, does not count', () => {
    expect(rhythmOf(preferencesAfter(prefers, { kinds: { subscription: { email: 'off' } } }))).toBe('daily');
    expect(rhythmOf(preferencesAfter(prefers, { kinds: { heart: { email: 'off' } } }))).toBeUndefined();
    for (const rhythm of emailRhythms) expect(rhythmOf(preferencesAfter(prefers, withRhythm(rhythm)))).toBe(rhythm);
    expect(letterKinds).not.toContain('subscription');
    expect(preferencesAfter(prefers, withRhythm('off')).kinds.heart.push).toBe(false);
  });

  test('is quiet, normal or loud; whatever level somebody has is one of them, and choosing it again changes nothing of how it sounds', () => {
    const { min, max } = messageLevels.importance;
    const levels = Array.from({ length: max - min + 1 }, (_, n) => min + n);
    expect(levels.map((level) => loudnessOf(level))).toEqual(['quiet', 'quiet', 'normal', 'loud', 'loud']);
    for (const [loudness, level] of Object.entries(importanceOf)) {
      expect(levels).toContain(level);
      expect(loudnessOf(level)).toBe(loudness);
    }
  });

  test('rests between half hours, and the quarter that somebody has', () => {
    expect(timesAround('21:00')).toHaveLength(48);
    const times = timesAround('07:15');
    expect(times).toHaveLength(49);
    expect(times.slice(14, 17)).toEqual(['07:00', '07:15', '07:30']);
    expect([times[0], times.at(-1)]).toEqual(['00:00', '23:30']);
  });
});
