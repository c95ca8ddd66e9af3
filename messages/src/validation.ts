import type { Problem } from '@heartwood/contract/validation';
import { message, textOf } from './message.ts';
import type { Message } from './message.ts';
import type { PlainKey, Translate } from './translate.ts';

/** Names of fields that people see. Others are named by their own name in words. */
const labels: Readonly<Record<string, PlainKey>> = {
  firstname: 'validation.fields.firstname',
  lastname: 'validation.fields.lastname',
  name: 'validation.fields.name',
  email: 'validation.fields.email',
  password: 'validation.fields.password',
  password_confirmation: 'validation.fields.password_confirmation',
  current_password: 'validation.fields.current_password',
  phone: 'validation.fields.phone',
  description: 'validation.fields.description',
  birth: 'validation.fields.birth',
  birth_day: 'validation.fields.birth_day',
  relationship_id: 'validation.fields.relationship_id',
  relationship_label: 'validation.fields.relationship_label',
  gender: 'validation.fields.gender',
  media_ids: 'validation.fields.media_ids',
  media_id: 'validation.fields.media_id',
  image: 'validation.fields.image',
  images: 'validation.fields.images',
  occurred_on: 'validation.fields.occurred_on',
  measured_on: 'validation.fields.measured_on',
  height_cm: 'validation.fields.height_cm',
  weight_kg: 'validation.fields.weight_kg',
  head_cm: 'validation.fields.head_cm',
  text: 'validation.fields.text',
  title: 'validation.fields.title',
  note: 'validation.fields.note',
  message: 'validation.fields.message',
  role: 'validation.fields.role',
  user_id: 'validation.fields.user_id',
  heartwood_id: 'validation.fields.heartwood_id',
  people: 'validation.fields.people',
  audience_user_ids: 'validation.fields.audience_user_ids',
  subcategory_id: 'validation.fields.subcategory_id',
  category_id: 'validation.fields.category_id',
  token: 'validation.fields.token',
  locale: 'validation.fields.locale',
  portions: 'recipes.answers.portions',
  prepare_minutes: 'recipes.answers.prepare',
  cook_minutes: 'recipes.answers.cook',
  ingredients: 'recipes.answers.ingredients',
  steps: 'recipes.answers.steps',
};

/**
 * A field's name, as it stands in messages.
 * @param field a name such as `password_confirmation`, or the last part of a path such as `images.0`
 */
export function labelOf(field: string): Message | string {
  const known = Object.hasOwn(labels, field) ? labels[field] : undefined;
  if (known) return message(known);
  const words = field.replaceAll(/[_.]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A field's name in the language of `t`. */
export function labelIn(t: Translate, field: string): string {
  const label = labelOf(field);
  return typeof label === 'string' ? label : textOf(t, label);
}

/**
 * What is said of a field that breaks a rule.
 * @param label where it is not the field's own
 */
export function problemMessage(problem: Problem, label: Message | string = labelOf(problem.field)): Message {
  switch (problem.rule) {
    case 'min':
      return message('validation.min', { field: label, n: problem.n });
    case 'max':
      return message('validation.max', { field: label, n: problem.n });
    case 'between':
      return message('validation.between', { field: label, min: problem.min, max: problem.max, unit: problem.unit });
    case 'email':
      return message('validation.email');
    case 'password':
      return message('validation.password');
    case 'nothingMeasured':
      return message('validation.nothingMeasured');
    case 'required':
      return message('validation.required', { field: label });
    case 'numeric':
      return message('validation.numeric', { field: label });
    case 'confirmed':
      return message('validation.confirmed', { field: label });
    case 'default':
      return message('validation.default', { field: label });
  }
}
