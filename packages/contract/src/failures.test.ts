import { expect, test } from 'vitest';
import { accountsApi } from './accounts.ts';
import { familyApi } from './family.ts';
import { failures } from './failures.ts';
import { invitationsApi } from './invitations.ts';
import { postsApi } from './posts.ts';

test.each([
  [accountsApi.profile, 'Failed to get profile'],
  [accountsApi.updateProfile, 'Failed to update profile'],
  [familyApi.addPerson, 'Failed to store child'],
  [familyApi.updatePerson, 'Failed to update child'],
  [familyApi.showPerson, 'Failed to fetch child'],
  [familyApi.children, 'Failed to fetch children'],
  [accountsApi.login, 'Login failed'],
  [accountsApi.register, 'Registration failed'],
  [accountsApi.registerMobile, 'Registration failed'],
  [accountsApi.logout, 'Logout failed'],
  [accountsApi.forgotPassword, 'Something went wrong'],
  [accountsApi.updatePassword, 'Something went wrong'],
  [accountsApi.resetPassword, 'Invalid token or request failed'],
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
  [accountsApi.forgotPassword, 'POST /api/forgot-password', 'public', false],
  [accountsApi.resetPassword, 'POST /api/reset-password', 'public', false],
  [accountsApi.updatePassword, 'POST /api/update-password', 'account', false],
  [accountsApi.deleteAccount, 'DELETE /api/delete_account', 'account', false],
  [invitationsApi.validate, 'POST /api/validate-invite', 'public', false],
  [invitationsApi.accept, 'POST /api/accept-invite', 'public', false],
  [invitationsApi.send, 'POST /api/send-account-invitation', 'member', false],
  [accountsApi.profile, 'GET /api/profile', 'account', false],
  [accountsApi.updateProfile, 'POST /api/profile/update', 'account', true],
  [familyApi.addPerson, 'POST /api/family-relationships', 'member', true],
  [familyApi.updatePerson, 'POST /api/family-relationships/update', 'member', true],
  [familyApi.showPerson, 'GET /api/family-relationships/show/:id', 'member', false],
  [familyApi.children, 'GET /api/family-relationships/children', 'member', false],
])('[S7.4] $method $url is the call %s', ({ method, url, access, multipart }, call, who, form) => {
  expect([`${method} ${url}`, access, multipart]).toEqual([call, who, form]);
});
