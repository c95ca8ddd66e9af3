import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  confirmsPassword,
  day,
  email,
  file,
  givenPassword,
  id,
  image,
  newPassword,
  nothing,
  optional,
  pathId,
  requiredText,
  text,
  timestamp,
} from './fields.ts';
import { shownLanguages } from './languages.ts';
import { limits } from './limits.ts';
import { coverage } from './billing.ts';
import { familySummary } from './family.ts';
import { profile } from './profiles.ts';

/** Somebody who can sign in. `role` is of the service, not of a family. */
export const user = z.object({
  id,
  email: z.string(),
  role: z.enum(['member', 'admin']),
  /** The language they read. */
  locale: z.enum(shownLanguages),
  /** Where they live, as their device says; null until one has said it. */
  time_zone: z.string().nullable(),
  images: z.array(image),
  current_family_id: id.nullable(),
});

/** A device that is signed in; its name is empty where it has said nothing of itself. */
export const session = z.object({
  id,
  device_name: z.string(),
  created_at: timestamp,
  last_used_at: timestamp,
  current: z.boolean(),
});

const registration = z
  .object({
    firstname: requiredText(limits.name),
    lastname: requiredText(limits.name),
    email,
    password: newPassword,
    password_confirmation: givenPassword,
    phone: optional(text(limits.phone)),
    birth: optional(day),
    image: optional(file),
    device_name: optional(text(limits.name)),
  })
  .refine(confirmsPassword.check, confirmsPassword.options);

/** Registering, signing in and out, the sessions of an account, and its end. */
export const accountsApi = {
  register: endpoint({
    method: 'POST',
    url: '/api/register',
    access: 'public',
    summary: 'Register, and start a family',
    multipart: { files: 1 },
    body: registration,
    data: z.object({ token: z.string(), profile }),
  }),
  registerMobile: endpoint({
    method: 'POST',
    url: '/api/register-mobile',
    access: 'public',
    summary: 'Register from the app shell',
    multipart: { files: 1 },
    body: registration,
    data: z.object({ token: z.string(), profile, user }),
  }),
  login: endpoint({
    method: 'POST',
    url: '/api/login',
    access: 'public',
    summary: 'Sign in',
    multipart: { files: 0 },
    body: z.object({ email: requiredText(limits.email), password: givenPassword, device_name: optional(text(limits.name)) }),
    data: z.object({ token: z.string(), user }),
  }),
  logout: endpoint({
    method: 'POST',
    url: '/api/logout',
    access: 'account',
    logged: true,
    summary: 'End this session',
    data: nothing,
  }),
  me: endpoint({
    method: 'GET',
    url: '/api/user',
    access: 'account',
    summary: 'The signed-in user, their profile, families and what covers them',
    data: z.object({
      user: user.extend({ email_verified: z.boolean() }),
      profile,
      families: z.array(familySummary),
      subscription: coverage,
      /** Whether the provider of payments knows them: bills can be read, also by who owns no family any more. */
      billed: z.boolean(),
    }),
  }),
  sessions: endpoint({
    method: 'GET',
    url: '/api/sessions',
    access: 'account',
    summary: 'Devices signed in',
    data: z.object({ sessions: z.array(session) }),
  }),
  endSession: endpoint({
    method: 'DELETE',
    url: '/api/sessions/:id',
    access: 'account',
    logged: true,
    summary: 'Sign a device out',
    params: z.object({ id: pathId }),
    data: nothing,
  }),
  deleteAccount: endpoint({
    method: 'DELETE',
    url: '/api/delete_account',
    access: 'account',
    fresh: true,
    summary: 'Delete the account and what belongs to it',
    data: nothing,
  }),
} as const;

/** A user. */
export type User = z.output<typeof user>;
/** A device that is signed in; its name is empty where it has said nothing of itself. */
export type SessionView = z.output<typeof session>;
