import type { ArrowFunctionExpression, Function as FunctionNode, Program } from 'oxc-parser';
import type { Ladder } from './ladder.ts';
import { placeOf } from './places.ts';
import type { Problem, SourceFile, Tree } from './sources.ts';

// [Note: Whose rows a statement is about]
// A function of a store or of queries that is given the database is also told whose rows it is about: by a scope or an errand, or by the id of a
// family or user. Functions named `familyOf` and `families...` only answer which families there are, so that a job can act for each.

/** Features whose rows are no family's, and why. */
const others: Record<string, string> = {
  billing: 'customers, purchases and gifts are users’',
  devices: 'devices and what waits for them are users’',
  export: 'exports are users’',
  family: 'it makes families, members and scopes',
  invitations: 'who opens an invitation is in no family yet',
  replies: 'mails are users’ until they are posted',
};
/** Functions of the other features that are told nothing, and why. */
const exceptions: Record<string, Record<string, string>> = {
  'activity/store': {
    'insertFact insertFacts': 'the fact names its family',
    deleteFactsBefore: 'a job, for all families',
    'claimStream releaseStreams moveStreams deleteEndedStreams': 'streams are sessions’',
  },
  'birthdays/queries': { undelivered: 'a job, for all families' },
  'birthdays/store': { dueMails: 'a job, for all families' },
  'information/store': {
    'sectionsSealedOtherwise changesSealedOtherwise resealSection resealChange': 'keys are exchanged for all families',
  },
  'media/store': { 'existing deleteUnclaimed longInPreparation': 'a job, for all families' },
  'notifications/queries': { unsettledAfter: 'a job, for all families' },
  'notifications/store': { deleteBefore: 'a job, for all families' },
  'people/store': {
    'addImages countImages removeImages': 'the same transaction has found the person in the family',
    imagesAmong: 'a job, for all families',
  },
  'treasures/queries': { lowered: 'it reads no rows' },
  'treasures/store': { 'allCategories hasCategory': 'categories are the same for all families' },
  'uploads/store': { 'deleteExpired unfinished': 'a job, for all families' },
};
const database = /:\s*(Db|Tx|Queryable)$/;
const told = /\b(FamilyScope|FamilyErrand|familyIds?|userIds?)\b/;

/** What asks the database for a family's rows is told whose they are. */
export function checkScopes({ sources }: Tree, { features, stepOf }: Ladder): Problem[] {
  return sources.flatMap((source) => {
    const { app, feature = '', part = '' } = placeOf(source.path);
    const isAsked = app === 'server' && /^(store|queries)\.ts$/.test(part) && features.includes(feature) && !(feature in others);
    return isAsked && stepOf(feature) > stepOf('family') ? inSource(source, `${feature}/${part.replace('.ts', '')}`) : [];
  });
}

function inSource({ path, text, program, lineAt }: SourceFile, name: string): Problem[] {
  const allowed = Object.keys(exceptions[name] ?? {}).flatMap((names) => names.split(' '));
  const aliases = [...text.matchAll(/^type (\w+) = .*\b(?:FamilyScope|FamilyErrand)\b/gm)].map(([, alias]) => alias);
  const untold = functionsIn(program).filter(({ name: called, params: [first, ...rest] }) => {
    if (!first || !database.test(text.slice(first.start, first.end)) || /^famil(yOf|ies)/.test(called)) return false;
    const asked = rest.map(({ start, end }) => text.slice(start, end)).join();
    return !told.test(asked) && !aliases.some((alias) => asked.includes(`: ${alias}`));
  });
  const problem = (message: string): Problem => ({ file: path, rule: 'scopes', message });
  return [
    ...untold
      .filter(({ name: called }) => !allowed.includes(called))
      .map(({ name: called, start }) =>
        problem(`line ${lineAt(start)}: '${called}' takes no FamilyScope, nor who acts or in which family`),
      ),
    ...allowed
      .filter((called) => !untold.some((one) => one.name === called))
      .map((called) => problem(`'${called}' needs no exception: take it out of tools/structure/scopes.ts`)),
  ];
}

type Called = Pick<FunctionNode | ArrowFunctionExpression, 'params' | 'start'> & { name: string };

function functionsIn({ body }: Program): Called[] {
  return body.flatMap((node): Called[] => {
    const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : null;
    if (declared?.type === 'FunctionDeclaration')
      return [{ name: declared.id?.name ?? '', params: declared.params, start: declared.start }];
    if (declared?.type !== 'VariableDeclaration') return [];
    return declared.declarations.flatMap(({ id, init }) =>
      id.type === 'Identifier' && (init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression')
        ? [{ name: id.name, params: init.params, start: init.start }]
        : [],
    );
  });
}
