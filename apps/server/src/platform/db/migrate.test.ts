import { expect, it } from 'vitest';
import { assertVersion } from './migrate.ts';

it.each(['140019', '130022', '90624'])('a PostgreSQL that is too old is named: %s', (version) => {
  expect(() => assertVersion(version)).toThrow(/PostgreSQL (14|13|9): Heartwood needs 15 or newer\.$/);
});

it.each(['150000', '180004'])('a PostgreSQL that speaks the SQL is taken: %s', (version) => {
  expect(() => assertVersion(version)).not.toThrow();
});
