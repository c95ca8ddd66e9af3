import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, image, nothing, pathId, requiredText, timestamp } from './fields.ts';
import { limits } from './limits.ts';

/** Roles in a family: the owner pays and can hand over, guardians do everything else, relatives read, post, comment, heart and answer. */
export const familyRole = z.enum(['owner', 'guardian', 'relative']);

/** A family as its members see it in a list. */
export const familySummary = z.object({ id, name: z.string(), role: familyRole, covered: z.boolean(), current: z.boolean() });

/** A user in a family. All of it sees what they write about themself; e-mail and phone are seen by guardians and by the member only. */
export const member = z.object({
  user_id: id,
  heartwood_id: id,
  name: z.string(),
  image: image.nullable(),
  role: familyRole,
  relationship_id: z.int(),
  relationship: z.string(),
  gender: z.enum(['female', 'male', 'other']).nullable(),
  joined_at: timestamp,
  description: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
});

/** Families, their members and roles. */
export const familyApi = {
  families: endpoint({
    method: 'GET',
    url: '/api/families',
    access: 'account',
    summary: 'Families one is in',
    data: z.object({ families: z.array(familySummary) }),
  }),
  start: endpoint({
    method: 'POST',
    url: '/api/families',
    access: 'account',
    status: 201,
    summary: 'Start a family; it becomes the current one',
    body: z.object({ name: requiredText(limits.name) }),
    data: z.object({ family: familySummary }),
  }),
  rename: endpoint({
    method: 'PATCH',
    url: '/api/families/:id',
    access: 'account',
    summary: 'Rename a family',
    params: z.object({ id: pathId }),
    body: z.object({ name: requiredText(limits.name) }),
    data: z.object({ family: familySummary }),
  }),
  choose: endpoint({
    method: 'POST',
    url: '/api/families/:id/current',
    access: 'account',
    summary: 'Make a family the current one',
    params: z.object({ id: pathId }),
    data: z.object({ family: familySummary }),
  }),
  members: endpoint({
    method: 'GET',
    url: '/api/families/:id/members',
    access: 'member',
    summary: 'Members of a family',
    params: z.object({ id: pathId }),
    data: z.object({ members: z.array(member) }),
  }),
  changeRole: endpoint({
    method: 'PATCH',
    url: '/api/families/:id/members/:user_id',
    access: 'member',
    logged: true,
    summary: "Change a member's role",
    params: z.object({ id: pathId, user_id: pathId }),
    body: z.object({ role: z.enum(['guardian', 'relative']) }),
    data: z.object({ member }),
  }),
  removeMember: endpoint({
    method: 'DELETE',
    url: '/api/families/:id/members/:user_id',
    access: 'member',
    logged: true,
    summary: 'Remove a member, or leave',
    params: z.object({ id: pathId, user_id: pathId }),
    data: nothing,
  }),
  handOver: endpoint({
    method: 'POST',
    url: '/api/families/:id/owner',
    access: 'member',
    fresh: true,
    summary: 'Hand the family over',
    params: z.object({ id: pathId }),
    body: z.object({ user_id: id }),
    data: z.object({ family: familySummary }),
  }),
} as const;

/** A user in a family. */
export type Member = z.output<typeof member>;
/** A role in a family. */
export type FamilyRole = z.output<typeof familyRole>;
/** A family in a list. */
export type FamilySummary = z.output<typeof familySummary>;
