/** What a browser loads of a language at a time. */
export const groups = ['visitor', 'member', 'questions'] as const;
/** A part of a language. */
export type Group = (typeof groups)[number];

/** The catalogues whose messages somebody meets before signing in. The page of questions loads its own; all others are for members. */
const forVisitors = new Set([
  'app',
  'dates',
  'ui',
  'failures',
  'validation',
  'accounts',
  'passwords',
  'addresses',
  'invitations',
  'landing',
  'billing',
]);

/** Mails, refusals and the words of milestones are written by the server; no browser loads their messages. */
const forServer = /^(\w+\.(mails|refusals)|milestones)\./;

/** Whether a browser loads a message as part of a group. */
export function isIn(group: Group, key: string): boolean {
  if (forServer.test(key)) return false;
  const [catalogue = ''] = key.split('.');
  if (catalogue === 'faq') return group === 'questions';
  // An invitation says how somebody is related.
  if (key.startsWith('people.relations.')) return group === 'visitor';
  return group === (forVisitors.has(catalogue) ? 'visitor' : 'member');
}
