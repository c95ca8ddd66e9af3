import { expect, test } from 'vitest';
import { accountsApi } from './accounts.ts';
import { failures } from './failures.ts';
import { invitationsApi } from './invitations.ts';
import { passwordsApi } from './passwords.ts';
import { peopleApi } from './people.ts';
import { postsApi } from './posts.ts';
import { profilesApi } from './profiles.ts';

test.each([
  [profilesApi.show, 'Failed to get profile'],
  [profilesApi.update, 'Failed to update profile'],
  [peopleApi.add, 'Failed to store child'],
  [peopleApi.update, 'Failed to update child'],
  [peopleApi.show, 'Failed to fetch child'],
  [peopleApi.children, 'Failed to fetch children'],
  [accountsApi.login, 'Login failed'],
  [accountsApi.register, 'Registration failed'],
  [accountsApi.registerMobile, 'Registration failed'],
  [accountsApi.logout, 'Logout failed'],
  [passwordsApi.forgot, 'Something went wrong'],
  [passwordsApi.update, 'Something went wrong'],
  [passwordsApi.reset, 'Invalid token or request failed'],
  [accountsApi.deleteAccount, 'Account deletion failed'],
  [invitationsApi.validate, 'Invalid invitation'],
  [invitationsApi.accept, 'Registration failed.'],
  [postsApi.share, 'Something went wrong. Please try again.'],
  [invitationsApi.send, 'Invitation failed'],
])('[S8.2] $url says its own words where the server says none', ({ failure }, words) => {
  expect(failure).toBe(words);
});

test('[S8.3] the words for answers that are none', () => {
  expect(failures.unexpectedResponse).toBe('Unexpected API response');
  expect(failures.noChildren).toBe('No children data found');
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
  expect([`${method} ${url}`, access, multipart]).toEqual([call, who, form]);
});
