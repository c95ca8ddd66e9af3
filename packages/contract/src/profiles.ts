import { portraitLimit } from './limits.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { changeable, day, file, id, image, requiredText, several, text } from './fields.ts';
import { languages } from './languages.ts';
import { limits } from './limits.ts';

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

export const profilesApi = {
  show: endpoint({
    method: 'GET',
    url: '/api/profile',
    access: 'account',
    summary: "The user's profile, as a list of one",
    data: z.array(profile),
  }),
  update: endpoint({
    method: 'POST',
    url: '/api/profile/update',
    access: 'account',
    summary: 'Change the profile',
    multipart: true,
    body: z.object({
      firstname: requiredText(limits.name).optional(),
      lastname: requiredText(limits.name).optional(),
      phone: changeable(text(limits.phone)),
      description: changeable(text(limits.description)),
      birth: changeable(day),
      /** The language the user reads; it is stored with the account. */
      locale: z.enum(languages).optional(),
      images: several(file, portraitLimit).optional(),
      removed_images: several(id, portraitLimit).optional(),
    }),
    data: profile,
  }),
} as const;

/** A profile. */
export type Profile = z.output<typeof profile>;
