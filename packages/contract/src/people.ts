import { personImageLimit } from './limits.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  changeable,
  day,
  familyChoice,
  file,
  id,
  image,
  integer,
  nothing,
  optional,
  pathId,
  requiredText,
  several,
  text,
  timestamp,
} from './fields.ts';
import { limits } from './limits.ts';

const relationshipId = integer.pipe(z.int().min(1).max(28));
const gender = z.enum(['female', 'male', 'other']);

/** How one user is related to one person, joined with the person. `heartwood_id` is the person, the same for everybody. */
export const relationship = z.object({
  id,
  heartwood_id: id,
  name: z.string(),
  slug: z.string(),
  user_id: id,
  related_user_id: id.nullable(),
  relationship_id: z.int(),
  relationship: z.string(),
  is_user: z.int(),
  is_child: z.boolean(),
  birth_day: z.string().nullable(),
  gender: gender.nullable(),
  images: z.array(image),
  created_at: timestamp,
  updated_at: timestamp,
});

const onePerson = z.object({ relationship });

const personFields = {
  name: requiredText(limits.name),
  relationship_id: relationshipId,
  relationship_label: optional(text(limits.name)),
  birth_day: optional(day),
  gender: optional(gender),
  image: optional(file),
  images: several(file, personImageLimit).optional(),
};

/** The people a family remembers, as one is related to them. */
export const peopleApi = {
  kinds: endpoint({
    method: 'GET',
    url: '/api/relationships',
    access: 'account',
    summary: 'Kinds of relationship',
    data: z.object({ relationships: z.array(z.object({ id: z.int(), label: z.string(), child: z.boolean() })) }),
  }),
  list: endpoint({
    method: 'GET',
    url: '/api/family-relationships',
    access: 'member',
    summary: 'Everyone the family remembers, as one is related to them',
    querystring: familyChoice,
    data: z.object({ relationships: z.array(relationship) }),
  }),
  children: endpoint({
    method: 'GET',
    url: '/api/family-relationships/children',
    access: 'member',
    summary: "The family's children",
    querystring: familyChoice,
    data: z.object({ children: z.array(relationship) }),
  }),
  add: endpoint({
    method: 'POST',
    url: '/api/family-relationships',
    access: 'member',
    status: 201,
    summary: 'Add a person',
    multipart: { files: 1 + personImageLimit },
    body: z.object({ ...personFields, family_id: id.optional() }),
    data: onePerson,
  }),
  update: endpoint({
    method: 'POST',
    url: '/api/family-relationships/update',
    access: 'member',
    summary: 'Change a person, or how one is related to them',
    multipart: { files: 1 + personImageLimit },
    body: z.object({
      id: pathId,
      family_id: id.optional(),
      name: requiredText(limits.name).optional(),
      relationship_id: relationshipId.optional(),
      relationship_label: changeable(text(limits.name)),
      birth_day: changeable(day),
      gender: changeable(gender),
      image: optional(file),
      images: several(file, personImageLimit).optional(),
      removed_images: several(id, personImageLimit).optional(),
    }),
    data: onePerson,
  }),
  show: endpoint({
    method: 'GET',
    url: '/api/family-relationships/show/:id',
    access: 'member',
    summary: 'One person, by the relationship or the person',
    params: z.object({ id: pathId }),
    querystring: familyChoice,
    data: onePerson,
  }),
  remove: endpoint({
    method: 'DELETE',
    url: '/api/family-relationships/:id',
    access: 'member',
    summary: 'Remove a person who has no account',
    params: z.object({ id: pathId }),
    querystring: familyChoice,
    data: nothing,
  }),
} as const;

/** How one user is related to one person. */
export type Relationship = z.output<typeof relationship>;
