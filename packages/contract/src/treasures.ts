import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { familyChoice, id, nothing, pathId, requiredText } from './fields.ts';
import { limits } from './limits.ts';
import { media } from './media.ts';

/** A shelf of a category. `own`: the family's, not one that ships. `cover` and `post_count` are of the posts one may see. */
export const subcategory = z.object({
  id,
  category_id: id,
  slug: z.string(),
  name: z.string(),
  cover: media.nullable(),
  post_count: z.int(),
  own: z.boolean(),
  can: z.object({ edit: z.boolean(), delete: z.boolean() }),
});

/** A category of treasures. Its `post_count` has also what was kept on shelves that are gone. */
export const category = z.object({
  id,
  slug: z.string(),
  name: z.string(),
  cover: media.nullable(),
  post_count: z.int(),
  subcategories: z.array(subcategory),
});

const byId = z.object({ id: pathId });
const name = requiredText(limits.name);
const oneSubcategory = z.object({ subcategory });

/** The categories of treasures and their shelves. */
export const treasuresApi = {
  list: endpoint({
    method: 'GET',
    url: '/api/treasures',
    access: 'member',
    summary: 'The categories of treasures with their subcategories, covers and counts',
    querystring: familyChoice,
    data: z.object({ categories: z.array(category) }),
  }),
  addSubcategory: endpoint({
    method: 'POST',
    url: '/api/treasures/subcategories',
    access: 'member',
    status: 201,
    summary: 'Add a subcategory of the family’s own',
    body: z.object({ category_id: id, name, family_id: id.optional() }),
    data: oneSubcategory,
  }),
  renameSubcategory: endpoint({
    method: 'PATCH',
    url: '/api/treasures/subcategories/:id',
    access: 'member',
    summary: 'Rename a subcategory of the family’s own',
    params: byId,
    body: z.object({ name }),
    data: oneSubcategory,
  }),
  removeSubcategory: endpoint({
    method: 'DELETE',
    url: '/api/treasures/subcategories/:id',
    access: 'member',
    summary: 'Remove a subcategory of the family’s own; its posts stay in the category',
    params: byId,
    data: nothing,
  }),
} as const;

/** A category of treasures. */
export type Category = z.output<typeof category>;
/** A subcategory of treasures. */
export type Subcategory = z.output<typeof subcategory>;
