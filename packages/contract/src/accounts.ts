import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { failures } from './failures.ts';
import {
  changeable,
  confirmsPassword,
  day,
  email,
  file,
  givenPassword,
  id,
  image,
  limits,
  newPassword,
  nothing,
  optional,
  pathId,
  requiredText,
  several,
  text,
  timestamp,
  token,
} from './fields.ts';
import { coverage } from './billing.ts';
import { familySummary } from './family.ts';

/** What a user says about themself. */
export const profile = z.object({
  id,
  user_id: id,
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  description: z.string().nullable(),
  birth: z.string().nullable(),
  images: z.array(image),
});

/** Somebody who can sign in. `role` is of the service, not of a family. */
export const user = z.object({
  id,
  email: z.string(),
  role: z.enum(['member', 'admin']),
  images: z.array(image),
  current_family_id: id.nullable(),
});

/** A device that is signed in. */
export const session = z.object({
  id,
  device_name: z.string(),
  created_at: timestamp,
  last_used_at: timestamp,
  current: z.boolean(),
});

/** How many portraits a profile keeps. */
export const portraitLimit = 10;

const registration = z
  .object({
    firstname: requiredText(limits.name),
    lastname: requiredText(limits.name),
    email,
    password: newPassword,
    password_confirmation: z.string().min(1),
    phone: optional(text(limits.phone)),
    birth: optional(day),
    image: optional(file),
    device_name: optional(text(limits.name)),
  })
  .refine(confirmsPassword.check, confirmsPassword.options);

const sent = z.object({ sent: z.literal(true) });

export const accountsApi = {
  register: endpoint({
    method: 'POST',
    url: '/api/register',
    access: 'public',
    summary: 'Register, and start a family',
    multipart: true,
    failure: failures.registration,
    body: registration,
    data: z.object({ token: z.string(), profile }),
  }),
  registerMobile: endpoint({
    method: 'POST',
    url: '/api/register-mobile',
    access: 'public',
    summary: 'Register from the app shell',
    multipart: true,
    failure: failures.registration,
    body: registration,
    data: z.object({ token: z.string(), profile, user }),
  }),
  login: endpoint({
    method: 'POST',
    url: '/api/login',
    access: 'public',
    summary: 'Sign in',
    multipart: true,
    failure: failures.login,
    body: z.object({ email: requiredText(limits.email), password: givenPassword, device_name: optional(text(limits.name)) }),
    data: z.object({ token: z.string(), user }),
  }),
  logout: endpoint({
    method: 'POST',
    url: '/api/logout',
    access: 'account',
    summary: 'End this session',
    failure: failures.logout,
    data: nothing,
  }),
  verifyEmail: endpoint({
    method: 'POST',
    url: '/api/verify-email',
    access: 'public',
    summary: 'Prove an e-mail address by the token of its mail',
    failure: failures.invalidToken,
    body: z.object({ token }),
    data: z.object({ email: z.string() }),
  }),
  resendVerification: endpoint({
    method: 'POST',
    url: '/api/resend-verification',
    access: 'account',
    summary: 'Send the verification mail again',
    failure: failures.generic,
    data: sent,
  }),
  me: endpoint({
    method: 'GET',
    url: '/api/user',
    access: 'account',
    summary: 'The signed-in user, their profile, families and what covers them',
    failure: failures.getProfile,
    data: z.object({
      user: user.extend({ email_verified: z.boolean() }),
      profile,
      families: z.array(familySummary),
      subscription: coverage,
    }),
  }),
  sessions: endpoint({
    method: 'GET',
    url: '/api/sessions',
    access: 'account',
    summary: 'Devices signed in',
    failure: failures.generic,
    data: z.object({ sessions: z.array(session) }),
  }),
  endSession: endpoint({
    method: 'DELETE',
    url: '/api/sessions/:id',
    access: 'account',
    summary: 'Sign a device out',
    failure: failures.generic,
    params: z.object({ id: pathId }),
    data: nothing,
  }),
  forgotPassword: endpoint({
    method: 'POST',
    url: '/api/forgot-password',
    access: 'public',
    summary: 'Ask for a mail to choose a new password',
    failure: failures.generic,
    body: z.object({ email }),
    data: sent,
  }),
  resetPassword: endpoint({
    method: 'POST',
    url: '/api/reset-password',
    access: 'public',
    summary: 'Choose a new password by the token of the mail',
    failure: failures.invalidToken,
    body: z
      .object({ token, email, password: newPassword, password_confirmation: z.string().min(1) })
      .refine(confirmsPassword.check, confirmsPassword.options),
    data: nothing,
  }),
  updatePassword: endpoint({
    method: 'POST',
    url: '/api/update-password',
    access: 'account',
    summary: 'Change the password; ends the other sessions',
    failure: failures.generic,
    body: z
      .object({ current_password: givenPassword, password: newPassword, password_confirmation: z.string().min(1) })
      .refine(confirmsPassword.check, confirmsPassword.options),
    data: nothing,
  }),
  confirmPassword: endpoint({
    method: 'POST',
    url: '/api/confirm-password',
    access: 'account',
    summary: 'Give the password again; the session counts as fresh for 15 minutes',
    failure: failures.generic,
    body: z.object({ password: givenPassword }),
    data: z.object({ fresh_until: timestamp }),
  }),
  changeEmail: endpoint({
    method: 'POST',
    url: '/api/change-email',
    access: 'account',
    fresh: true,
    summary: 'Change the e-mail address, once the new one is proved',
    failure: failures.generic,
    body: z.object({ email }),
    data: sent,
  }),
  deleteAccount: endpoint({
    method: 'DELETE',
    url: '/api/delete_account',
    access: 'account',
    fresh: true,
    summary: 'Delete the account and what belongs to it',
    failure: failures.deletion,
    data: nothing,
  }),
  profile: endpoint({
    method: 'GET',
    url: '/api/profile',
    access: 'account',
    summary: "The user's profile, as a list of one",
    failure: failures.getProfile,
    data: z.array(profile),
  }),
  updateProfile: endpoint({
    method: 'POST',
    url: '/api/profile/update',
    access: 'account',
    summary: 'Change the profile',
    multipart: true,
    failure: failures.updateProfile,
    body: z.object({
      firstname: requiredText(limits.name).optional(),
      lastname: requiredText(limits.name).optional(),
      phone: changeable(text(limits.phone)),
      description: changeable(text(limits.description)),
      birth: changeable(day),
      images: several(file, portraitLimit).optional(),
      removed_images: several(id, portraitLimit).optional(),
    }),
    data: profile,
  }),
} as const;

/** A profile. */
export type Profile = z.output<typeof profile>;
/** A user. */
export type User = z.output<typeof user>;
/** A device that is signed in. */
export type SessionView = z.output<typeof session>;
