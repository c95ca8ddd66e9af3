import { regexes, type $ZodIssue } from 'zod/v4/core';

/**
 * The rules of forms, one module for both ends: a form finds the very problems that the server answers.
 * A rule takes the value as typed; an empty value passes every rule but `required`.
 */

/**
 * What is wrong with a field, without words: they stand in the messages and are chosen where somebody reads them.
 * `n` counts characters; `between` has its bounds and their unit.
 */
export type Problem = { field: string } & (
  | { rule: 'required' | 'numeric' | 'email' | 'confirmed' | 'password' | 'default' | 'nothingMeasured' }
  | { rule: 'min' | 'max'; n: number }
  | { rule: 'between'; min: number; max: number; unit: string }
);

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
  image: (value: unknown) => empty(value) || /\.(jpg|svg|jpeg|png|bmp|gif|webp)$/i.test(nameOf(value)),
  /** Ours, for portraits: what `image` takes, and the other types of which the server makes one. */
  portrait: (value: unknown): boolean => rules.image(value) || /\.(heic|heif|avif|tif|tiff)$/i.test(nameOf(value)),
} as const;

function nameOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null && 'name' in value ? String(value.name) : '';
}

/** Name of a rule. */
type RuleName = keyof typeof rules;

/**
 * Checks one value against rules written as `required`, `min:8`, `confirmed:password`, `regex:^[a-z]+$`.
 * @param others the form's other values, for `confirmed`
 * @returns the first rule that fails, or undefined
 */
export function check(field: string, value: unknown, list: readonly string[], others: Record<string, unknown> = {}): Problem | undefined {
  for (const entry of list) {
    const colon = entry.indexOf(':');
    const name = (colon === -1 ? entry : entry.slice(0, colon)) as RuleName;
    const argument = colon === -1 ? '' : entry.slice(colon + 1);
    if (!passes(name, value, argument, others)) return problemOf(name, field, Number(argument));
  }
  return undefined;
}

function passes(name: RuleName, value: unknown, argument: string, others: Record<string, unknown>): boolean {
  if (name === 'confirmed') return rules.confirmed(value, others[argument]);
  if (name === 'regex') return rules.regex(value, new RegExp(argument, 'u'));
  return rules[name](value, Number(argument));
}

function problemOf(name: RuleName, field: string, n: number): Problem {
  switch (name) {
    case 'min':
    case 'max':
      return { rule: name, field, n };
    case 'email':
    case 'password':
    case 'required':
    case 'numeric':
    case 'confirmed':
      return { rule: name, field };
    case 'regex':
      return { rule: field === 'password' ? 'password' : 'default', field };
    default:
      return { rule: 'default', field };
  }
}

/**
 * The problems of a failed parse, by field, by the rules above.
 * A refinement that has a problem of its own names it: `params: { problem: { rule: 'between', ... } }`.
 * @returns `{ 'images.0': [...] }`; problems of the whole body stand under `body`
 */
export function fieldErrors(issues: readonly $ZodIssue[]): Record<string, Problem[]> {
  const errors = new Map<string, Problem[]>();
  for (const issue of issues) {
    const path = issue.path.map(String).join('.') || 'body';
    const field = String(issue.path.findLast((part) => typeof part === 'string') ?? 'body');
    const found = errors.get(path) ?? [];
    const problem = problemOfIssue(issue, field);
    // Of what is missing nothing else needs to be said.
    if (found[0]?.rule !== 'required' && !found.some(({ rule }) => rule === problem.rule)) errors.set(path, [...found, problem]);
  }
  return Object.fromEntries(errors);
}

function problemOfIssue(issue: $ZodIssue, field: string): Problem {
  if (isMissing(issue)) return { rule: 'required', field };
  switch (issue.code) {
    case 'invalid_type':
      return { rule: issue.expected === 'number' || issue.expected === 'int' ? 'numeric' : 'default', field };
    case 'too_small':
      return issue.origin === 'string' ? { rule: 'min', field, n: Number(issue.minimum) } : { rule: 'default', field };
    case 'too_big':
      return issue.origin === 'string' ? { rule: 'max', field, n: Number(issue.maximum) } : { rule: 'default', field };
    case 'invalid_format':
      if (issue.format === 'email') return { rule: 'email', field };
      return problemOf(issue.format === 'regex' ? 'regex' : 'integer', field, 0);
    case 'custom':
      return problemOfRule(issue.params, field) ?? { rule: 'default', field };
    default:
      return { rule: 'default', field };
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

function problemOfRule(params: Record<string, unknown> | undefined, field: string): Problem | undefined {
  if (params?.['problem']) return { ...(params['problem'] as Problem), field };
  const rule = params?.['rule'];
  return typeof rule === 'string' && rule in rules ? problemOf(rule as RuleName, field, Number(params?.['n'])) : undefined;
}
