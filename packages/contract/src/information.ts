import { sectionSlugs, sectionLimits } from './limits.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { author, familyChoice, id, requiredText, several, text, timestamp } from './fields.ts';
import { media } from './media.ts';

const slug = z.enum(sectionSlugs);
const field = z.object({ label: requiredText(sectionLimits.label), value: text(sectionLimits.value) });

/**
 * One section of what is good to know about a person. `unreadable` is one whose stored bytes cannot be opened, with everything left empty.
 * `updated_by` and `updated_at` are null for one that nobody has written yet.
 */
export const section = z.object({
  slug,
  state: z.enum(['empty', 'filled', 'unreadable']),
  fields: z.array(z.object({ label: z.string(), value: z.string() })),
  note: z.string(),
  media: z.array(media),
  updated_by: author.nullable(),
  updated_at: timestamp.nullable(),
});

/** One entry of a section's history: which fields, by their labels; never what stood in them. */
const sectionChange = z.object({
  by: author,
  at: timestamp,
  added: z.array(z.string()),
  changed: z.array(z.string()),
  removed: z.array(z.string()),
  note: z.boolean(),
  media: z.boolean(),
});

const oneSection = z.object({ section: section.extend({ history: z.array(sectionChange) }) });
const named = z.object({ name: z.string().max(200) });
const bySlug = named.extend({ slug });

/** What guardians keep about a person, section by section. */
export const informationApi = {
  list: endpoint({
    method: 'GET',
    url: '/api/additional-information/:name',
    access: 'member',
    summary: 'What is good to know about a person: every section',
    params: named,
    querystring: familyChoice,
    data: z.object({ sections: z.array(section) }),
  }),
  show: endpoint({
    method: 'GET',
    url: '/api/additional-information/:name/:slug',
    access: 'member',
    summary: 'One section about a person, with its history',
    params: bySlug,
    querystring: familyChoice,
    data: oneSection,
  }),
  write: endpoint({
    method: 'PUT',
    url: '/api/additional-information/:name/:slug',
    access: 'member',
    summary: 'Write a section; `If-Match` takes the ETag of the GET. A note and attachments that are left out stay',
    params: bySlug,
    body: z.object({
      fields: several(field, sectionLimits.fields),
      note: text(sectionLimits.note).optional(),
      media_ids: several(id, sectionLimits.media).optional(),
      family_id: id.optional(),
    }),
    data: oneSection,
  }),
} as const;

/** The name of a section in addresses. */
export type SectionSlug = (typeof sectionSlugs)[number];
/** A section. */
export type Section = z.output<typeof section>;
/** A section with its history. */
export type SectionWithHistory = z.output<typeof oneSection>['section'];
/** An entry of a section's history. */
export type SectionChange = z.output<typeof sectionChange>;
