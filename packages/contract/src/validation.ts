import { regexes, type $ZodIssue } from 'zod/v4/core';

/**
 * The rules of forms and their messages, one module for both ends: a form shows the very words the server answers.
 * A rule takes the value as typed; an empty value passes every rule but `required`.
 */

const labels: Record<string, string> = {
  firstname: 'First name',
  lastname: 'Last name',
  birth_day: 'Birthday',
  relationship_id: 'Relationship',
  media_ids: 'Photos',
  media_id: 'Recording',
  occurred_on: 'Date',
  measured_on: 'Date',
  height_cm: 'Height',
  weight_kg: 'Weight',
  head_cm: 'Head',
};

/**
 * A field's name in words, as it stands in messages.
 * @param field a name such as `password_confirmation`, or the last part of a path such as `images.0`
 * @returns for example 'Password confirmation'
 */
export function labelOf(field: string): string {
  const known = labels[field];
  if (known) return known;
  const words = field.replaceAll(/[_.]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Messages of the rules; `field` is the label. */
export const messages = {
  required: (field: string) => `${field} Required`,
  numeric: (field: string) => `${field} must be a number`,
  min: (field: string, n: number) => `${field} must contain at least ${n} characters`,
  max: (field: string, n: number) => `${field} must contain ${n} characters at most`,
  email: () => 'Must enter a valid email.',
  confirmed: (field: string) => `${field} must be the same`,
  password: () => 'Password should contain at least one uppercase, one lowercase and one special character',
  default: (field: string) => `${field} is not valid.`,
} as const;

const empty = (value: unknown) => value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
const latinDigits = /^[0-9]+$/;
const arabicIndicDigits = /^[\u0660-\u0669]+$/;
const emailPattern = regexes.email;

/** Characters as people count them, more or less: a code point is one, although it may be two units of a string. Counts no further than `most` + 1. */
function charactersOf(text: string, most: number): number {
  let count = 0;
  for (const _ of text) if ((count += 1) > most) break;
  return count;
}

/** The rules, true where the value passes. */
export const rules = {
  required: (value: unknown) => !(typeof value === 'string' ? value.trim() === '' : empty(value)),
  numeric: (value: unknown) => empty(value) || latinDigits.test(String(value)) || arabicIndicDigits.test(String(value)),
  integer: (value: unknown) => empty(value) || /^-?[0-9]+$/.test(String(value)),
  min: (value: unknown, n: number) => empty(value) || charactersOf(String(value), n) >= n,
  max: (value: unknown, n: number) => empty(value) || charactersOf(String(value), n) <= n,
  email: (value: unknown) => empty(value) || (String(value).length <= 254 && emailPattern.test(String(value).trim())),
  confirmed: (value: unknown, target: unknown) => value === target,
  /** At least one upper-case letter, one lower-case letter and one character that is neither letter, digit nor space; in any script. */
  password: (value: unknown) => {
    const text = String(value);
    return empty(value) || (/\p{Lu}/u.test(text) && /\p{Ll}/u.test(text) && /[^\p{L}\p{N}\p{M}\s]/u.test(text));
  },
  regex: (value: unknown, pattern: RegExp) => empty(value) || pattern.test(String(value)),
  /** By the extension of a file's name. */
  image: (value: unknown) =>
    empty(value) || /\.(jpg|svg|jpeg|png|bmp|gif|webp)$/i.test(typeof value === 'string' ? value : nameOfFile(value)),
} as const;

function nameOfFile(value: unknown): string {
  return typeof value === 'object' && value !== null && 'name' in value ? String(value.name) : '';
}

/** Name of a rule. */
export type RuleName = keyof typeof rules;

/**
 * Checks one value against rules written as `required`, `min:8`, `confirmed:password`, `regex:^[a-z]+$`.
 * @param others the form's other values, for `confirmed`
 * @returns the message of the first rule that fails, or undefined
 */
export function check(label: string, value: unknown, list: readonly string[], others: Record<string, unknown> = {}): string | undefined {
  for (const entry of list) {
    const colon = entry.indexOf(':');
    const name = (colon === -1 ? entry : entry.slice(0, colon)) as RuleName;
    const argument = colon === -1 ? '' : entry.slice(colon + 1);
    if (!passes(name, value, argument, others)) return messageOf(name, label, Number(argument));
  }
  return undefined;
}

function passes(name: RuleName, value: unknown, argument: string, others: Record<string, unknown>): boolean {
  if (name === 'confirmed') return rules.confirmed(value, others[argument]);
  if (name === 'regex') return rules.regex(value, new RegExp(argument, 'u'));
  return rules[name](value, Number(argument));
}

function messageOf(name: RuleName, label: string, n: number): string {
  switch (name) {
    case 'min':
    case 'max':
      return messages[name](label, n);
    case 'email':
    case 'password':
      return messages[name]();
    case 'required':
    case 'numeric':
    case 'confirmed':
      return messages[name](label);
    case 'regex':
      return label === labelOf('password') ? messages.password() : messages.default(label);
    default:
      return messages.default(label);
  }
}

/**
 * The messages of a failed parse, by field, in the words of the rules above.
 * A refinement that brings its own message keeps it when it says so with `params: { shown: true }`.
 * @returns `{ 'images.0': ['...'] }`; problems of the whole body stand under `body`
 */
export function fieldErrors(issues: readonly $ZodIssue[]): Record<string, string[]> {
  const errors = new Map<string, string[]>();
  for (const issue of issues) {
    const path = issue.path.map(String).join('.') || 'body';
    const label = labelOf(String(issue.path.findLast((part) => typeof part === 'string') ?? 'body'));
    const said = errors.get(path) ?? [];
    const message = messageOfIssue(issue, label);
    // Of what is missing nothing else needs to be said.
    if (said[0] !== messages.required(label) && !said.includes(message)) errors.set(path, [...said, message]);
  }
  return Object.fromEntries(errors);
}

function messageOfIssue(issue: $ZodIssue, label: string): string {
  if (isMissing(issue)) return messages.required(label);
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'number' || issue.expected === 'int' ? messages.numeric(label) : messages.default(label);
    case 'too_small':
      return issue.origin === 'string' ? messages.min(label, Number(issue.minimum)) : messages.default(label);
    case 'too_big':
      return issue.origin === 'string' ? messages.max(label, Number(issue.maximum)) : messages.default(label);
    case 'invalid_format':
      if (issue.format === 'email') return messages.email();
      return issue.format === 'regex' ? messageOf('regex', label, 0) : messages.default(label);
    case 'custom':
      return messageOfRule(issue.params, label) ?? (issue.params?.['shown'] ? issue.message : messages.default(label));
    default:
      return messages.default(label);
  }
}

/** Nothing was given where something must be: no value, or text without a character. */
function isMissing(issue: $ZodIssue): boolean {
  if (issue.code === 'too_small' && issue.origin === 'string') return issue.input === '' || Number(issue.minimum) <= 1;
  if (issue.code === 'custom' && issue.params?.['rule'] === 'confirmed') return false;
  const ofValue =
    issue.code === 'invalid_type' || issue.code === 'invalid_value' || issue.code === 'invalid_union' || issue.code === 'custom';
  return ofValue && (issue.input === undefined || issue.input === null);
}

function messageOfRule(params: Record<string, unknown> | undefined, label: string): string | undefined {
  const rule = params?.['rule'];
  return typeof rule === 'string' && rule in rules ? messageOf(rule as RuleName, label, Number(params?.['n'])) : undefined;
}
