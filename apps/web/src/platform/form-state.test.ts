import { expect, test } from 'vitest';
import { createFormState } from './form-state.ts';

const registration = () =>
  createFormState(() => ({
    defaults: { firstname: '', email: '', password: '', password_confirmation: '', birth: '', images: [] as string[] },
    rules: {
      firstname: ['required'],
      email: ['required', 'email'],
      password: ['required', 'min:8', 'password'],
      password_confirmation: ['required', 'confirmed:password'],
    },
    labels: { firstname: 'Your first name' },
  }));

test('typing validates nothing; leaving does, in the contract’s words', () => {
  const form = registration();
  form.put('email', 'nora@');
  expect(form.error('email')).toBeUndefined();
  expect(form.state('email', false)).toEqual({ touched: false, dirty: true, pending: false, valid: true, validated: false });
  form.leave('email');
  expect(form.error('email')).toBe('Must enter a valid email.');
  expect(form.state('email', false)).toEqual({ touched: true, dirty: true, pending: false, valid: false, validated: true });
  form.put('email', 'nora@whitlock.family');
  expect(form.error('email')).toBe('Must enter a valid email.');
  form.leave('email');
  expect(form.error('email')).toBeUndefined();
});

test('a field that must equal another is checked again with it, once it has been touched', () => {
  const form = registration();
  form.put('password', 'Acorn-2026!');
  form.leave('password');
  expect(form.error('password_confirmation')).toBeUndefined();
  form.put('password_confirmation', 'Acorn-2026!');
  form.leave('password_confirmation');
  form.put('password', 'Acorn-2027!');
  form.leave('password');
  expect(form.error('password_confirmation')).toBe('Password confirmation must be the same');
});

test('sending validates all, says the first that is wrong, and uses labels of its own', () => {
  const form = registration();
  expect(form.validateAll()).toBe('firstname');
  expect(form.error('firstname')).toBe('Your first name Required');
  expect(form.state('password', true)).toMatchObject({ validated: true, pending: true, touched: false });
});

test('a day has to exist', () => {
  const form = registration();
  form.isDay('birth');
  form.put('birth', '2024-02-31');
  form.leave('birth');
  expect(form.error('birth')).toBe('Birth is not valid.');
  form.put('birth', '');
  form.leave('birth');
  expect(form.error('birth')).toBeUndefined();
});

test('the server’s messages stand at their fields; others are handed back; what was typed stays', () => {
  const form = registration();
  form.put('email', 'nora@whitlock.family');
  expect(form.place({ 'images.0': ['Images is not valid.'], email: ['Taken.'], token: ['Expired.'], __proto__: ['x'] })).toEqual({
    first: 'images',
    homeless: ['Expired.'],
  });
  expect(form.error('images')).toBe('Images is not valid.');
  expect(form.error('email')).toBe('Taken.');
  expect(form.value('email')).toBe('nora@whitlock.family');
});

test('resetting forgets messages and states, and may start from other values', () => {
  const form = registration();
  form.put('firstname', 'Nora');
  form.validateAll();
  form.reset({ ...form.values(), email: '' });
  expect(form.value('firstname')).toBe('Nora');
  expect(form.state('firstname', false)).toEqual({ touched: false, dirty: false, pending: false, valid: true, validated: false });
  expect(form.error('email')).toBeUndefined();
});
