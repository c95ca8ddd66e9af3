import { portraitLimit } from './limits.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { changeable, day, file, id, image, requiredText, several, text, timeZone } from './fields.ts';
import { shownLanguages } from './languages.ts';
import { limits } from './limits.ts';

/** The colours somebody has chosen; `system` follows the device. */
export const themes = ['system', 'light', 'dark'] as const;
/** The text sizes somebody may choose. */
export const textSizes = ['normal', 'large', 'largest'] as const;

/** What a user says about themself, and how they want to read. */
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
  /** Null where nothing has been chosen: then it is the device's. */
  theme: z.enum(themes).nullable(),
  text_size: z.enum(textSizes).nullable(),
});

/** What somebody says about themself. */
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
    multipart: { files: portraitLimit },
    body: z.object({
      firstname: requiredText(limits.name).optional(),
      lastname: requiredText(limits.name).optional(),
      phone: changeable(text(limits.phone)),
      description: changeable(text(limits.description)),
      birth: changeable(day),
      /** The language the user reads; it is stored with the account. */
      locale: z.enum(shownLanguages).optional(),
      theme: z.enum(themes).optional(),
      text_size: z.enum(textSizes).optional(),
      /** Where the user’s day begins and ends; it is stored with the account. */
      time_zone: timeZone.optional(),
      images: several(file, portraitLimit).optional(),
      removed_images: several(id, portraitLimit).optional(),
    }),
    data: profile,
  }),
} as const;

/** A profile. */
export type Profile = z.output<typeof profile>;
