import { parse } from 'secure-json-parse';
import { deepest } from './sanitize.ts';
import { refuse } from './refusal.ts';

const [quote, backslash, colon] = ['"', '\\', ':'].map((sign) => sign.charCodeAt(0));
const opening = new Set(['[', '{'].map((sign) => sign.charCodeAt(0)));
const closing = new Set([']', '}'].map((sign) => sign.charCodeAt(0)));

// [Note: A key stands once]
// Of a key that stands twice in an object, JSON parsers keep the last value and say nothing: something that was sent would be lost. Parsers that
// refuse it are written in JavaScript, and let it pass where both values are the same. In text that is JSON, every colon outside of strings is one
// member, so a key stood twice exactly where there are fewer members than colons, however the keys are escaped and wherever they stand.

/**
 * Reads JSON that loses nothing.
 * @throws Refused malformed_request for what is no JSON, a key that stands twice in an object, keys that reach for a prototype, and nesting
 * without end, which is seen before anything is made of it
 */
export function readJson(text: string): unknown {
  const colons = colonsOf(text);
  let value: unknown;
  try {
    value = parse(text, { protoAction: 'error', constructorAction: 'error' });
  } catch {
    throw refuse.malformed();
  }
  if (membersOf(value) !== colons) throw refuse.malformed();
  return value;
}

function colonsOf(text: string): number {
  let colons = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === quote) at = endOfString(text, at);
    else if (sign === colon) colons += 1;
    else if (closing.has(sign)) depth -= 1;
    else if (opening.has(sign) && (depth += 1) > deepest + 1) throw refuse.malformed();
  }
  return colons;
}

function endOfString(text: string, from: number): number {
  let at = from + 1;
  for (let sign = text.charCodeAt(at); at < text.length && sign !== quote; sign = text.charCodeAt(at)) at += sign === backslash ? 2 : 1;
  return at;
}

function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const parts: unknown[] = Array.isArray(value) ? value : Object.values(value);
  let members = Array.isArray(value) ? 0 : parts.length;
  for (const part of parts) if (typeof part === 'object') members += membersOf(part);
  return members;
}
