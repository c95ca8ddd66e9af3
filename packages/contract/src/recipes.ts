import { z } from 'zod';
import { id, integer, optional, requiredText, several, text } from './fields.ts';
import { limits, postLimits, recipeLimits } from './limits.ts';

// A recipe is what a post of the kind `recipe` holds: it is shared, seen, found, kept and deleted as that post is. Its story is the post's text.

const within = (min: number, max: number, unit: string) =>
  optional(integer.refine((value) => value >= min && value <= max, { params: { problem: { rule: 'between', min, max, unit } } }));

/** What is given as plain text is the one thing it cannot be without: `recipe[steps][1]` is the text of the second step. */
const alsoAsText = <Shape extends z.ZodType>(name: string, shape: Shape) =>
  z.preprocess((value) => (typeof value === 'string' ? { [name]: value } : value), shape);

/** How much of what: the amount as it is written, '1 1/2' and '½' as well as 'a bit'. */
const givenIngredient = z.object({
  amount: text(recipeLimits.amount).default(''),
  unit: text(recipeLimits.unit).default(''),
  what: requiredText(limits.title),
});

const givenStep = z.object({
  text: requiredText(limits.description),
  media_ids: several(id, postLimits.media).default([]),
  timer_seconds: within(1, recipeLimits.timer, 's'),
});

/** A recipe as it is sent. `from` is who it comes from: a person of the family, a name, or both; the name stays when the person goes. */
export const givenRecipe = z.object({
  title: requiredText(limits.title),
  from: optional(z.object({ heartwood_id: optional(id), name: optional(text(limits.name)) })),
  portions: within(recipeLimits.portions.min, recipeLimits.portions.max, 'none'),
  prepare_minutes: within(0, recipeLimits.minutes, 'min'),
  cook_minutes: within(0, recipeLimits.minutes, 'min'),
  ingredients: several(alsoAsText('what', givenIngredient), recipeLimits.ingredients).default([]),
  steps: several(alsoAsText('text', givenStep), recipeLimits.steps).default([]),
});

const ingredient = z.object({ amount: z.string(), unit: z.string(), what: z.string() });
const step = z.object({ text: z.string(), media_ids: z.array(id), timer_seconds: z.int().nullable() });

/** A recipe. The photos of its steps are among the media of its post; what nobody has said is null. */
export const recipe = z.object({
  title: z.string(),
  from: z.object({ heartwood_id: id.nullable(), name: z.string().nullable() }).nullable(),
  portions: z.int().nullable(),
  prepare_minutes: z.int().nullable(),
  cook_minutes: z.int().nullable(),
  ingredients: z.array(ingredient),
  steps: z.array(step),
});

/** A recipe. */
export type Recipe = z.output<typeof recipe>;
/** How much of what. */
export type Ingredient = z.output<typeof ingredient>;
/** What is done, one after the other. */
export type RecipeStep = z.output<typeof step>;
