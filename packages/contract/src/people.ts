import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { failures } from './failures.ts';
import {
  changeable,
  day,
  familyChoice,
  file,
  id,
  image,
  integer,
  limits,
  nothing,
  optional,
  pathId,
  requiredText,
  several,
  text,
  timestamp,
} from './fields.ts';

/** Relationship kinds by number. `child` says that a person of this kind is one of the family's children. */
export const relationshipKinds = [
  { id: 1, label: 'Child', child: true },
  { id: 2, label: 'Son', child: true },
  { id: 3, label: 'Daughter', child: true },
  { id: 4, label: 'Stepchild', child: true },
  { id: 5, label: 'Grandchild', child: true },
  { id: 6, label: 'Partner', child: false },
  { id: 7, label: 'Mother', child: false },
  { id: 8, label: 'Father', child: false },
  { id: 9, label: 'Parent', child: false },
  { id: 10, label: 'Step-parent', child: false },
  { id: 11, label: 'Grandmother', child: false },
  { id: 12, label: 'Grandfather', child: false },
  { id: 13, label: 'Grandparent', child: false },
  { id: 14, label: 'Sister', child: false },
  { id: 15, label: 'Brother', child: false },
  { id: 16, label: 'Sibling', child: false },
  { id: 17, label: 'Aunt', child: false },
  { id: 18, label: 'Uncle', child: false },
  { id: 19, label: 'Niece', child: false },
  { id: 20, label: 'Nephew', child: false },
  { id: 21, label: 'Cousin', child: false },
  { id: 22, label: 'Godparent', child: false },
  { id: 23, label: 'Godchild', child: true },
  { id: 24, label: 'Parent-in-law', child: false },
  { id: 25, label: 'Sibling-in-law', child: false },
  { id: 26, label: 'Child-in-law', child: false },
  { id: 27, label: 'Friend', child: false },
  { id: 28, label: 'Other', child: false },
] as const;

/** The kind that takes words of its own. */
export const otherRelationship = 28;

/** How many photos of one person are kept. */
export const personImageLimit = 10;

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

export const peopleApi = {
  kinds: endpoint({
    method: 'GET',
    url: '/api/relationships',
    access: 'account',
    summary: 'Kinds of relationship',
    failure: failures.generic,
    data: z.object({ relationships: z.array(z.object({ id: z.int(), label: z.string(), child: z.boolean() })) }),
  }),
  list: endpoint({
    method: 'GET',
    url: '/api/family-relationships',
    access: 'member',
    summary: 'Everyone the family remembers, as one is related to them',
    failure: failures.generic,
    querystring: familyChoice,
    data: z.object({ relationships: z.array(relationship) }),
  }),
  children: endpoint({
    method: 'GET',
    url: '/api/family-relationships/children',
    access: 'member',
    summary: "The family's children",
    failure: failures.fetchChildren,
    querystring: familyChoice,
    data: z.object({ children: z.array(relationship) }),
  }),
  add: endpoint({
    method: 'POST',
    url: '/api/family-relationships',
    access: 'member',
    status: 201,
    summary: 'Add a person',
    multipart: true,
    failure: failures.storeChild,
    body: z.object({ ...personFields, family_id: id.optional() }),
    data: onePerson,
  }),
  update: endpoint({
    method: 'POST',
    url: '/api/family-relationships/update',
    access: 'member',
    summary: 'Change a person, or how one is related to them',
    multipart: true,
    failure: failures.updateChild,
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
    failure: failures.fetchChild,
    params: z.object({ id: pathId }),
    querystring: familyChoice,
    data: onePerson,
  }),
  remove: endpoint({
    method: 'DELETE',
    url: '/api/family-relationships/:id',
    access: 'member',
    summary: 'Remove a person who has no account',
    failure: failures.generic,
    params: z.object({ id: pathId }),
    querystring: familyChoice,
    data: nothing,
  }),
} as const;

/** How one user is related to one person. */
export type Relationship = z.output<typeof relationship>;
