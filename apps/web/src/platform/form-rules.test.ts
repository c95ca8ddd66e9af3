import { isDay } from '@heartwood/contract/days';
import { expect, test } from 'vitest';
import { equalsOf, errorsOf, placed } from './form-rules.ts';

const rules = {
  firstname: ['required'],
  email: ['required', 'email'],
  password: ['required', 'min:8', 'password'],
  password_confirmation: ['required', 'confirmed:password'],
};
const right = {
  firstname: 'Nora',
  email: 'nora@whitlock.family',
  password: 'Acorn-2026!',
  password_confirmation: 'Acorn-2026!',
  birth: '',
  images: [] as string[],
};
const setup = { rules, labels: { firstname: 'Your first name' }, checks: { birth: isDay } };
const messagesOf = (values: Partial<typeof right>) =>
  Object.fromEntries(Object.entries(errorsOf({ ...right, ...values }, setup)).map(([name, error]) => [name, error?.message]));

test('what is wrong is said in the contract’s words, with labels of one’s own', () => {
  expect(messagesOf({})).toEqual({});
  expect(messagesOf({ firstname: '', email: 'nora@' })).toEqual({
    firstname: 'Your first name Required',
    email: 'Must enter a valid email.',
  });
});

test('a field that must equal another is known from the other', () => {
  expect(messagesOf({ password: 'Acorn-2027!' })).toEqual({ password_confirmation: 'Password confirmation must be the same' });
  expect(equalsOf<typeof right>(rules, 'password')).toEqual(['password_confirmation']);
  expect(equalsOf<typeof right>(rules, 'email')).toEqual([]);
});

test('a day has to exist, and may be left out', () => {
  expect(messagesOf({ birth: '2024-02-31' })).toEqual({ birth: 'Birthday is not valid.' });
  expect(messagesOf({ birth: '2024-02-29' })).toEqual({});
});

test('a check is given all values, and may say what is wrong in its own words', () => {
  const checks = { birth: (day: string, { firstname }: typeof right) => day > '2000' || `Is ${firstname} that old?` };
  expect(errorsOf({ ...right, birth: '1900-01-01' }, { ...setup, checks })).toEqual({
    birth: { type: 'rule', message: 'Is Nora that old?' },
  });
  expect(errorsOf({ ...right, birth: '2024-01-01' }, { ...setup, checks })).toEqual({});
});

test('the server’s messages stand at their fields; others are handed back', () => {
  const given = { 'images.0': ['Images is not valid.'], email: ['Taken.'], token: ['Expired.'], __proto__: ['x'], firstname: [] };
  expect(placed(Object.keys(right), given)).toEqual({
    at: [
      ['images', 'Images is not valid.'],
      ['email', 'Taken.'],
    ],
    homeless: ['Expired.'],
  });
});
