// [Note: Which results are believed]
// A server writes into Authentication-Results (RFC 8601) what the sender chose, too: an address of the envelope, the names in a signature. So
// the field is read by its grammar, from its first letter to its last, and is believed as a whole or not at all. It is not believed where
// - anything in it does not follow the grammar, such as a quotation mark or a bracket that is not closed;
// - it holds a backslash, which only words of a sender need;
// - a quotation mark in a comment is not closed in it: then the comment ends in the middle of a sender's words;
// - a quoted string or a comment names DKIM or DMARC behind a semicolon: then one of two results is hidden;
// - it has more than one result of DMARC.
// Servers add words that the grammar does not have (`action=none`, `x-bits=2048`), leave values unquoted, and end with a semicolon: that is read.

/** One result. `properties` are names such as `header.from` with their values, all in lower case and without quotation marks. */
interface MethodResult {
  method: string;
  result: string;
  properties: [name: string, value: string][];
}

const identity = /^("[^"]*"|[^\s"=]+)(?: +\d+)?$/;
const beginning = /^([a-z0-9_-]+) *(?:\/ *\d+ *)?= *("[^"]*"(?:@[^\s"]+)?|[^\s"]+)/;
const property = /^ +([a-z0-9._-]+) *= *("[^"]*"(?:@[^\s"]+)?|[^\s"]+)(?= |$)/;
const unquoted = (text: string): string => text.replaceAll('"', '');

/**
 * Whether a field says, under a name that is trusted, that a mail is from a domain: DMARC passes for it; where nothing is said of DMARC, a
 * signature of the domain itself does.
 * @param field the body of an Authentication-Results field, folded or not
 * @param authservId the name that is trusted, and `domain` that of the sender's address, both in lower case
 */
export function saysAuthentic(field: string, authservId: string, domain: string): boolean {
  const [id = '', ...parts] = partsOf(field.toLowerCase()) ?? [];
  if (unquoted(identity.exec(id)?.[1] ?? '') !== authservId) return false;
  const results = parts.filter((part, index) => !(part === '' && index === parts.length - 1) && part !== 'none').map(resultOf);
  if (!results.every((result) => result !== undefined)) return false;
  const [dmarc, ...more] = results.filter(({ method }) => method === 'dmarc');
  if (more.length > 0) return false;
  if (dmarc) return dmarc.result === 'pass' && valuesOf(dmarc, 'header.from').every((from) => from === domain);
  return results.some((one) => {
    const domains = valuesOf(one, 'header.d');
    return one.method === 'dkim' && one.result === 'pass' && domains.length > 0 && domains.every((of) => of === domain);
  });
}

const valuesOf = ({ properties }: MethodResult, wanted: string): string[] =>
  properties.filter(([name]) => name === wanted).map(([, value]) => value);

/** The field's parts between semicolons, without comments, with one space for each gap. @returns undefined for one that is not believed */
function partsOf(field: string): string[] | undefined {
  if (field.includes('\\')) return undefined;
  const parts = [''];
  for (let at = 0; at < field.length; at += 1) {
    const letter = field[at]!;
    if (letter === ')') return undefined;
    if (letter === ';') parts.push('');
    else if (letter === '"' || letter === '(') {
      const end = letter === '"' ? field.indexOf('"', at + 1) : endOfComment(field, at);
      if (end < 0) return undefined;
      const text = field.slice(at, end + 1);
      if (hidesResult(text) || (letter === '(' && text.split('"').length % 2 === 0)) return undefined;
      parts[parts.length - 1] += letter === '"' ? text : ' ';
      at = end;
    } else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.replaceAll(/\s+/g, ' ').trim());
}

/** Where a comment ends; others may stand in it (RFC 5322, 3.2.2). @returns -1 where it does not */
function endOfComment(field: string, from: number): number {
  let depth = 0;
  for (let at = from; at < field.length; at += 1) {
    if (field[at] === '(') depth += 1;
    if (field[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

/** Whether a quoted string or a comment reads as if another result began in it. */
const hidesResult = (text: string): boolean =>
  text
    .split(';')
    .slice(1)
    .some((part) => /\bd(?:kim|marc)\b/.test(part));

/** Reads one part. @returns undefined for one that does not follow the grammar */
function resultOf(part: string): MethodResult | undefined {
  const [start = '', method = '', result = ''] = beginning.exec(part) ?? [];
  if (!start) return undefined;
  const properties: MethodResult['properties'] = [];
  for (let rest = part.slice(start.length); rest !== '';) {
    const [read = '', name = '', value = ''] = property.exec(rest) ?? [];
    if (!read) return undefined;
    properties.push([name, unquoted(value)]);
    rest = rest.slice(read.length);
  }
  return { method, result: unquoted(result), properties };
}
