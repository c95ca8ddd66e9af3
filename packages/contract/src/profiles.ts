import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { failures } from './failures.ts';
import { changeable, day, file, id, image, limits, requiredText, several, text } from './fields.ts';

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

/** How many portraits a profile keeps. */
export const portraitLimit = 10;

export const profilesApi = {
  show: endpoint({
    method: 'GET',
    url: '/api/profile',
    access: 'account',
    summary: "The user's profile, as a list of one",
    failure: failures.getProfile,
    data: z.array(profile),
  }),
  update: endpoint({
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
