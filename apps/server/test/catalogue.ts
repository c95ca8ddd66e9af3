import { getTableName } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import type { Feature } from '#platform/feature.ts';

/** A column of a table, as PostgreSQL knows it. */
interface Column {
  table: string;
  /** `table.column`. */
  name: string;
  type: string;
  /** Tables whose rows a foreign key of the column names. */
  targets: string[];
  /** Whether its row is deleted with the row that it names. */
  cascades: boolean;
  /** Whether it is, alone, the primary key. */
  isKey: boolean;
}

/** Every table and column of a migrated database. */
interface Catalogue {
  tables: string[];
  columns: Column[];
}

/** Tables of the platform: no feature owns them. */
const platformTables: Record<string, string> = {
  idempotency_keys: 'which requests have been answered; deleted with their user, and after a day',
  sandbox_customers: 'what the sandbox of payments knows of nobody by name',
  rate_limits: 'counters by hashed key, which end by themselves',
  sealing_keys: 'the name of the key that seals what is kept about people',
  schema_migrations: 'which migrations have run',
};

/** Asks PostgreSQL what is there. */
export async function readCatalogue(pool: Pool): Promise<Catalogue> {
  const { rows } = await pool.query<Column>(`
    select t.relname as "table", t.relname || '.' || a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      coalesce(array_agg(distinct k.confrelid::regclass::text) filter (where k.oid is not null), '{}') as targets,
      coalesce(bool_or(k.confdeltype = 'c'), false) as cascades,
      exists (select from pg_constraint p where p.conrelid = t.oid and p.contype = 'p' and p.conkey = array[a.attnum]) as "isKey"
    from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      left join pg_constraint k on k.conrelid = t.oid and k.contype = 'f' and a.attnum = any(k.conkey)
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p')
    group by t.oid, t.relname, a.attname, a.atttypid, a.atttypmod, a.attnum order by t.relname, a.attnum`);
  return { tables: [...new Set(rows.map(({ table }) => table))], columns: rows };
}

/** What the features do not say, or say wrongly, of what is in the database; each as a sentence. */
export function problemsOf(catalogue: Catalogue, features: readonly Feature[]): string[] {
  const columns = catalogue.columns.filter(({ table }) => !(table in platformTables));
  return [...ownership(catalogue.tables, features), ...erasing(columns, features), ...exporting(features), ...holding(columns, features)];
}

/** Every table has one owner, and every owner's tables are there. */
function ownership(tables: readonly string[], features: readonly Feature[]): string[] {
  const owned = [...features.flatMap((feature) => tablesOf(feature)), ...Object.keys(platformTables)];
  return [
    ...tables.filter((table) => !owned.includes(table)).map((table) => `${table} belongs to no feature`),
    ...owned.filter((table, at) => owned.indexOf(table) < at).map((table) => `${table} belongs to two features`),
    ...owned.filter((table) => !tables.includes(table)).map((table) => `${table} is not in the database`),
  ];
}

const people = new Set(['users', 'families', 'people']);
/** Columns with ids that are nobody else's, though they are no primary keys, and why. */
const ownIds: Record<string, string> = { 'profiles.id': 'the id of its own row; the key is its user' };
/** Columns with JSON in which ids of people or users stand. */
const withIdsInside = new Set(['activity.ids', 'posts.recipe']);

/** What points at a user, a family or a person is deleted with them, or `erase` says what becomes of it. */
function erasing(columns: readonly Column[], features: readonly Feature[]): string[] {
  const said = features.flatMap(({ erase }) => (erase === 'cascade' ? [] : Object.keys(erase.columns)));
  const pointing = columns.filter(({ cascades, ...column }) => !cascades && points(column)).map(({ name }) => name);
  return [
    ...pointing.filter((name) => !said.includes(name)).map((name) => `${name} does not cascade, and no erase says what becomes of it`),
    ...said
      .filter((name) => !pointing.includes(name))
      .map((name) => `${name} is in an erase, and does not point at anybody without a cascade`),
    ...Object.keys(ownIds)
      .filter((name) => !columns.some((column) => column.name === name))
      .map((name) => `${name} is an exception in test/catalogue.ts, and not in the database`),
  ];
}

/** By its foreign key; without one by its type, unless it is its own row's id. */
function points({ name, type, targets, isKey }: Pick<Column, 'name' | 'type' | 'targets' | 'isKey'>): boolean {
  if (targets.some((target) => people.has(target)) || withIdsInside.has(name)) return true;
  if (targets.length > 0 || !/^uuid(\[\])?$/.test(type) || name in ownIds) return false;
  return !isKey || /(_ids?|_by)$/.test(name);
}

/** Every table is in a chapter of the export, or says why not. A feature that gives one reason for itself has no tables. */
function exporting(features: readonly Feature[]): string[] {
  const chapters = features.flatMap((feature) => ('chapters' in feature.export ? feature.export.chapters : []));
  const inChapters = new Set(chapters.flatMap(({ tables }) => tables.map((table) => getTableName(table))));
  return features.flatMap((feature) => {
    const without = 'without' in feature.export ? Object.keys(feature.export.without) : [];
    const own = tablesOf(feature);
    return [
      ...own
        .filter((table) => !inChapters.has(table) && !without.includes(table))
        .map((table) => `${table} is in no chapter and gives no reason`),
      ...without.filter((table) => inChapters.has(table)).map((table) => `${table} is in a chapter and gives a reason why not`),
      ...without.filter((table) => !own.includes(table)).map((table) => `${table} gives a reason, and is no table of ${feature.name}`),
    ];
  });
}

/** Every column that holds media is named by the feature whose table it is in. */
function holding(columns: readonly Column[], features: readonly Feature[]): string[] {
  return features.flatMap((feature) => {
    const own = tablesOf(feature);
    const found = columns.filter(
      ({ table, name, targets }) => own.includes(table) && (targets.includes('media') || /\.(medium|media)_ids?$/.test(name)),
    );
    const said = feature.media === 'none' ? [] : feature.media.holds.map((column) => nameOf(column));
    return [
      ...found.filter(({ name }) => !said.includes(name)).map(({ name }) => `${name} holds media, and ${feature.name} does not say so`),
      ...said.filter((name) => !found.some((column) => column.name === name)).map((name) => `${name} holds no media of ${feature.name}`),
    ];
  });
}

const tablesOf = ({ tables }: Feature): string[] => tables.map((table) => getTableName(table));
const nameOf = (column: AnyPgColumn): string => `${getTableName(column.table)}.${column.name}`;
