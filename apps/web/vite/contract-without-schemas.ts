import type { Plugin } from 'vite';

const standIn = '\0zod-in-the-browser';
const inContract = (id: string | undefined) => id?.includes('/packages/contract/src/') ?? false;

/** What an endpoint declares beside its address: shapes, which only the server checks. */
const shapes = new Set(['params', 'querystring', 'body', 'data', 'summary']);

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/**
 * The browser takes addresses, methods, words and types from the contract, never its schemas: forms use the contract's rules, and
 * answers were checked where they were made. So zod and the schemas (30 KB compressed) stay out of the bundle: endpoints lose their
 * shapes, and in the contract's files a stand-in takes zod's place that can be called and chained and does nothing. Its pattern for e-mail
 * addresses is the real one, because the rules use it.
 * What follows: a schema must not be used at run time in the browser (`familyRole.options` is nothing there); constants may.
 */
export function contractWithoutSchemas(): Plugin {
  return {
    name: 'heartwood:contract-without-schemas',
    resolveId: {
      order: 'pre',
      handler: (source, importer) => (source === 'zod' && inContract(importer) ? standIn : undefined),
    },
    load(id) {
      if (id !== standIn) return undefined;
      return `
        import { regexes } from 'zod/v4/core';
        const inert = new Proxy(() => inert, { get: (_, key) => (key === 'then' ? undefined : inert) });
        export const z = new Proxy({}, { get: (_, key) => (key === 'regexes' ? { email: regexes.email } : inert) });
      `;
    },
    transform(code, id) {
      if (!inContract(id)) return undefined;
      const cuts: [start: number, end: number, instead: string][] = [];
      const { body } = this.parse(code) as unknown as { body: Node[] };
      for (const statement of body) outside(statement, cuts);
      cuts.push(...unused(code, body, cuts));
      let result = code;
      for (const [start, end, instead] of cuts.toSorted((a, b) => b[0] - a[0]))
        result = result.slice(0, start) + instead + result.slice(end);
      return { code: result, map: null };
    },
  };
}

/** Imports that only the shapes needed: gone, so that a file is not loaded for the sake of another's shapes. */
function unused(code: string, body: Node[], cuts: [number, number, string][]): [number, number, string][] {
  const imports = body.filter(({ type }) => type === 'ImportDeclaration') as (Node & { specifiers: { local: { name: string } }[] })[];
  const gone = [...imports.map(({ start, end }) => [start, end] as const), ...cuts];
  const rest = gone.toSorted((a, b) => b[0] - a[0]).reduce((left, [start, end]) => left.slice(0, start) + left.slice(end), code);
  return imports
    .filter(({ specifiers }) => !specifiers.some(({ local }) => new RegExp(`\\b${local.name}\\b`).test(rest)))
    .map(({ start, end }) => [start, end, '']);
}

/** Outside functions: cuts the shapes out of endpoints, and says of every other call that nothing is lost when its value is not used. */
function outside(node: unknown, cuts: [number, number, string][]): void {
  if (Array.isArray(node)) return node.forEach((child) => outside(child, cuts));
  if (typeof node !== 'object' || node === null || !('type' in node)) return;
  const { type, start } = node as Node;
  if (/Function/.test(type)) return;
  if (type === 'CallExpression') {
    const { callee, arguments: given } = node as unknown as { callee: Node & { name?: string }; arguments: Node[] };
    cuts.push([start, start, '/*@__PURE__*/ ']);
    if (callee.type === 'Identifier' && callee.name === 'endpoint') {
      for (const property of (given[0]?.['properties'] ?? []) as (Node & { key: { name?: string } })[])
        if (shapes.has(property.key?.name ?? '')) cuts.push([property.start, property.end, `${property.key.name}: undefined`]);
      return;
    }
  }
  for (const [key, child] of Object.entries(node)) if (key !== 'type') outside(child, cuts);
}
