import { translatorOf } from '@heartwood/messages/catalogues';
import { failureMessages } from '@heartwood/messages/failures';
import { expect, test } from 'vitest';
import { accountsApi } from './accounts.ts';
import { failureOf, failures } from './failures.ts';
import { invitationsApi } from './invitations.ts';
import { passwordsApi } from './passwords.ts';
import { peopleApi } from './people.ts';
import { profilesApi } from './profiles.ts';

const en = translatorOf('en');

test.each([
  ['GET /api/profile', 'Failed to get profile'],
  ['POST /api/profile/update', 'Failed to update profile'],
  ['POST /api/family-relationships', 'Failed to store child'],
  ['POST /api/family-relationships/update', 'Failed to update child'],
  ['GET /api/family-relationships/show/:id', 'Failed to fetch child'],
  ['GET /api/family-relationships/children', 'Failed to fetch children'],
  ['POST /api/login', 'Login failed'],
  ['POST /api/register', 'Registration failed'],
  ['POST /api/register-mobile', 'Registration failed'],
  ['POST /api/logout', 'Logout failed'],
  ['POST /api/forgot-password', 'Something went wrong'],
  ['POST /api/update-password', 'Something went wrong'],
  ['POST /api/reset-password', 'Invalid token or request failed'],
  ['DELETE /api/delete_account', 'Account deletion failed'],
  ['POST /api/validate-invite', 'Invalid invitation'],
  ['POST /api/accept-invite', 'Registration failed.'],
  ['POST /api/posts', 'Something went wrong. Please try again.'],
  ['POST /api/send-account-invitation', 'Invitation failed'],
] as const)('[S8.2] %s says its own words where the server says none', (route, words) => {
  expect(en(failureMessages[failureOf(route)])).toBe(words);
});

test('[S8.3] the words for answers that are none', () => {
  expect(en(failureMessages.unexpectedResponse)).toBe('Unexpected API response');
  expect(en(failureMessages.noChildren)).toBe('No children data found');
  expect(Object.values(failures)).toHaveLength(18);
});

test.each([
  [accountsApi.login, 'POST /api/login', 'public', true],
  [accountsApi.register, 'POST /api/register', 'public', true],
  [accountsApi.registerMobile, 'POST /api/register-mobile', 'public', true],
  [accountsApi.logout, 'POST /api/logout', 'account', false],
  [passwordsApi.forgot, 'POST /api/forgot-password', 'public', false],
  [passwordsApi.reset, 'POST /api/reset-password', 'public', false],
  [passwordsApi.update, 'POST /api/update-password', 'account', false],
  [accountsApi.deleteAccount, 'DELETE /api/delete_account', 'account', false],
  [invitationsApi.validate, 'POST /api/validate-invite', 'public', false],
  [invitationsApi.accept, 'POST /api/accept-invite', 'public', false],
  [invitationsApi.send, 'POST /api/send-account-invitation', 'member', false],
  [profilesApi.show, 'GET /api/profile', 'account', false],
  [profilesApi.update, 'POST /api/profile/update', 'account', true],
  [peopleApi.add, 'POST /api/family-relationships', 'member', true],
  [peopleApi.update, 'POST /api/family-relationships/update', 'member', true],
  [peopleApi.show, 'GET /api/family-relationships/show/:id', 'member', false],
  [peopleApi.children, 'GET /api/family-relationships/children', 'member', false],
])('[S7.4] $method $url is the call %s', ({ method, url, access, multipart }, call, who, form) => {
  expect([`${method} ${url}`, access, multipart !== undefined]).toEqual([call, who, form]);
});
