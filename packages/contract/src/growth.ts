import { growthLimits, earlyWeeks } from './limits.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { day, decimal, familyChoice, flag, id, integer, nothing, optional, pathId } from './fields.ts';

const measured = (name: keyof typeof growthLimits) => {
  const { min, max, unit } = growthLimits[name];
  return optional(decimal.refine((value) => value >= min && value <= max, { params: { problem: { rule: 'between', min, max, unit } } }));
};

const percentile = z.number().min(0).max(100).nullable();
const percentiles = z.object({ height: percentile, weight: percentile, head: percentile });

/** A measurement. Ages are in days; null where the birthday is not known. */
const growthEntry = z.object({
  id,
  person: id,
  measured_on: z.string(),
  height_cm: z.number().nullable(),
  weight_kg: z.number().nullable(),
  head_cm: z.number().nullable(),
  /** Whether the height was taken lying down; null is as usual: lying before 2 years, standing after. */
  lying: z.boolean().nullable(),
  age_days: z.int().nullable(),
  /** The age counted from the due date; null where the age is used as it is. Negative before the due date. */
  corrected_days: z.int().nullable(),
  /** 0 to 100, by the corrected age where there is one. */
  percentiles,
  /** The same by the age since birth; null where no age is corrected. */
  uncorrected: percentiles.nullable(),
});

const point = z.object({ days: z.int(), p3: z.number(), p15: z.number(), p50: z.number(), p85: z.number(), p97: z.number() });
const person = z.string().trim().min(1).max(200);

/** Measurements of a person and the curves beside them. */
export const growthApi = {
  list: endpoint({
    method: 'GET',
    url: '/api/growth',
    access: 'member',
    summary: 'How somebody has grown, the latest measurement first; without a person oneself',
    querystring: z.object({ person: person.optional() }).extend(familyChoice.shape),
    data: z.object({
      entries: z.array(growthEntry),
      born_early_weeks: z.int(),
      /** The WHO's curves as far as the person has grown; null where gender or birthday is not known. */
      curves: z.object({ height: z.array(point), weight: z.array(point), head: z.array(point) }).nullable(),
    }),
  }),
  add: endpoint({
    method: 'POST',
    url: '/api/growth',
    access: 'member',
    status: 201,
    summary: 'Write down a measurement, or correct one',
    body: z
      .object({
        person,
        measured_on: day,
        height_cm: measured('height_cm'),
        weight_kg: measured('weight_kg'),
        head_cm: measured('head_cm'),
        lying: optional(flag),
        /** The id of a measurement of the same person that this one corrects: it goes in the same step. */
        replaces: optional(id),
      })
      .extend(familyChoice.shape)
      .refine(({ height_cm, weight_kg, head_cm }) => [height_cm, weight_kg, head_cm].some((value) => value !== null), {
        path: ['height_cm'],
        params: { problem: { rule: 'nothingMeasured' } },
      }),
    data: z.object({ entry: growthEntry }),
  }),
  remove: endpoint({
    method: 'DELETE',
    url: '/api/growth/:id',
    access: 'member',
    summary: 'Delete a measurement',
    params: z.object({ id: pathId }),
    data: nothing,
  }),
  settings: endpoint({
    method: 'PUT',
    url: '/api/growth/settings',
    access: 'member',
    summary: 'Say how many weeks before the due date somebody was born; less than four is on time',
    body: z.object({ person, born_early_weeks: integer.pipe(z.int().min(0).max(earlyWeeks.max)) }).extend(familyChoice.shape),
    data: z.object({ born_early_weeks: z.int() }),
  }),
} as const;

/** A measurement. */
export type GrowthEntry = z.output<typeof growthEntry>;
/** What is known of how somebody has grown. */
export type Growth = z.output<(typeof growthApi)['list']['data']>;
/** What can be measured. */
export type GrowthMeasure = keyof GrowthEntry['percentiles'];
/** The curves at one age. */
export type GrowthPoint = z.output<typeof point>;
