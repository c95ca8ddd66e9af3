import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SectionWithHistory } from '@heartwood/contract/information';
import { openSecrets } from '#platform/secrets.ts';
import { createSeal } from '#platform/seal.ts';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { call } from '#test/members.ts';
import { addChild, registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { query } from '#test/rows.ts';
import { resealAll } from './jobs.ts';

const [older, newer] = ['older-secret-of-thirty-two-letters-or-more', 'newer-secret-of-thirty-two-letters-or-more'];
let at: TestApp;
let nora: TestUser;
let emma: { heartwood_id: string; slug: string };

beforeEach(async () => {
  at = await startApp({ env: { APP_SECRET: older } });
  nora = await registerParent(at.app);
  emma = await addChild(at, nora, { name: 'Emma' });
});
afterEach(() => at.close());

const urlOf = (slug: string, name = emma.slug) => `/api/additional-information/${name}/${slug}`;
const write = (body: object, slug = 'health', name?: string) => call(at, nora, 'PUT', urlOf(slug, name), body);
const read = async (slug = 'health', name?: string): Promise<SectionWithHistory> => {
  const answer = await call(at, nora, 'GET', urlOf(slug, name));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data.section;
};
/** From now on the server runs with these secrets. */
const roll = async (...secrets: string[]) => {
  at.platform.secrets = await openSecrets({ appSecret: secrets.join(','), dataDir: at.dataDir });
};

describe('in the database', () => {
  it('nothing of a section can be read, in no table and no job', async () => {
    const words = ['Zimtallergie', 'Blaubeutel', 'Gutenachtlied', 'Umbenannt'];
    await write({ fields: [{ label: words[0], value: words[1] }], note: words[2] });
    await write({ fields: [{ label: words[3], value: words[1] }], note: words[2] });
    const tables = await query(
      at,
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
    );
    expect(tables.length).toBeGreaterThan(15);
    for (const { name } of tables) {
      for (const { text } of await query(at, `select t::text from ${name} as t`)) {
        const plain = `${text} ${Buffer.from(String(text), 'base64url').toString('latin1')}`;
        expect([name, words.filter((word) => plain.includes(word))]).toEqual([name, []]);
      }
    }
    expect((await read()).fields).toEqual([{ label: words[3], value: words[1] }]);
  });

  it('the same text is sealed differently every time', async () => {
    await write({ fields: [], note: 'The same' }, 'health');
    await write({ fields: [], note: 'The same' }, 'notes');
    const rows = await query(at, 'select sealed from information_sections');
    expect(new Set(rows.map((row) => row.sealed.slice(0, 17))).size).toBe(2);
  });
});

describe('what was changed behind our back', () => {
  const unreadable = { state: 'unreadable', fields: [], note: '' };

  it('one bit anywhere is seen, said, and not written over', async () => {
    await write({ fields: [{ label: 'Blood type', value: '0 positive' }] });
    const [{ sealed }] = await query(at, 'select sealed from information_sections');
    const bytes = Buffer.from(sealed, 'base64url');
    for (let place = 0; place < bytes.length; place += 7) {
      const changed = Buffer.from(bytes);
      changed[place]! ^= 1;
      await query(at, 'update information_sections set sealed = $1', [changed.toString('base64url')]);
      expect([place, await read()]).toEqual([place, expect.objectContaining(unreadable)]);
    }
    const refused = await write({ fields: [] });
    expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringContaining('nothing was changed')]);
    const list = await call(at, nora, 'GET', `/api/additional-information/${emma.slug}`);
    expect(list.json().data.sections[0].state).toBe('unreadable');
    await query(at, 'update information_sections set sealed = $1', [sealed]);
    expect((await read()).fields).toHaveLength(1);
  });

  it('what is cut off, empty or something else', async () => {
    await write({ fields: [], note: 'Something' });
    const [{ sealed }] = await query(at, 'select sealed from information_sections');
    for (const other of ['', 'AQ', sealed.slice(0, -4), `${sealed}AAAA`, 'not sealed at all', `${sealed}=`]) {
      await query(at, 'update information_sections set sealed = $1', [other]);
      expect([other, (await read()).state]).toEqual([other, 'unreadable']);
    }
  });

  it('a row that was moved to another person, section or version', async () => {
    const otto = await addChild(at, nora, { name: 'Otto' });
    await write({ fields: [], note: 'Emma’s' });
    await write({ fields: [], note: 'Otto’s' }, 'health', otto.slug);
    await query(
      at,
      'update information_sections o set sealed = e.sealed from information_sections e where o.person_id = $1 and e.person_id = $2',
      [otto.heartwood_id, emma.heartwood_id],
    );
    expect((await read('health', otto.slug)).state).toBe('unreadable');
    await query(
      at,
      `update information_changes set sealed = (select sealed from information_sections where person_id = $1) where person_id = $1`,
      [emma.heartwood_id],
    );
    expect((await read()).history).toMatchObject([{ by: { user_id: nora.userId }, added: [], note: false }]);
    await query(at, 'update information_sections set version = 7 where person_id = $1', [emma.heartwood_id]);
    expect((await read()).state).toBe('unreadable');
  });
});

describe('rolling the secret', () => {
  const fill = async () => {
    for (const slug of ['health', 'sizes', 'wishes', 'notes']) await write({ fields: [{ label: 'In', value: slug }] }, slug);
  };
  const keys = async () => (await query(at, `select key_id, count(*)::int from information_sections group by 1`)).map((row) => row.count);

  it('old rows are readable during it, and sealed with the newest secret after it', async () => {
    await fill();
    await roll(newer, older);
    expect((await read('sizes')).fields).toEqual([{ label: 'In', value: 'sizes' }]);
    await write({ fields: [{ label: 'In', value: 'new' }] }, 'sizes');
    expect(await resealAll(at.platform)).toEqual({ resealed: 3 + 4, unreadable: 0 });
    expect(await resealAll(at.platform)).toEqual({ resealed: 0, unreadable: 0 });
    await roll(newer);
    expect((await read('health')).history).toMatchObject([{ added: ['In'] }]);
    expect((await read('sizes')).fields).toEqual([{ label: 'In', value: 'new' }]);
    expect(await keys()).toEqual([4]);
  });

  it('killed halfway, it goes on where it was', async () => {
    await fill();
    await roll(newer, older);
    const { transaction } = at.platform.db;
    let left = 1;
    // The connection ends in the second transaction: what the first one did is kept.
    at.platform.db.transaction = ((...given: Parameters<typeof transaction>) => {
      if (left-- > 0) return transaction.apply(at.platform.db, given);
      throw new Error('killed');
    }) as typeof transaction;
    await expect(resealAll(at.platform)).rejects.toThrow('killed');
    at.platform.db.transaction = transaction;
    for (const slug of ['health', 'sizes', 'wishes', 'notes'])
      expect(await read(slug)).toMatchObject({ state: 'filled', history: [{ added: ['In'] }] });
    const { resealed } = await resealAll(at.platform);
    expect(resealed).toBe(4);
    await roll(newer);
    expect((await read('notes')).state).toBe('filled');
  });

  it('a secret that was taken away too early makes unreadable, and heals when it is back', async () => {
    await fill();
    await roll(newer);
    expect((await read('health')).state).toBe('unreadable');
    expect(await resealAll(at.platform)).toEqual({ resealed: 0, unreadable: 8 });
    await roll(newer, older);
    expect((await read('health')).fields).toEqual([{ label: 'In', value: 'health' }]);
  });

  it('two texts of one moment never share a nonce, and every secret has a name of its own', async () => {
    const { keys: named } = await openSecrets({ appSecret: `${newer},${older}`, dataDir: at.dataDir });
    const all = named('additional information');
    expect(new Set(all.map(({ id }) => id)).size).toBe(2);
    expect(named('something else').some(({ id }) => all.some((one) => one.id === id))).toBe(false);
    const seal = createSeal(all);
    const nonces = Array.from({ length: 500 }, () => Buffer.from(seal.close('x'), 'base64url').subarray(1, 13).toString('hex'));
    expect(new Set(nonces).size).toBe(500);
    expect(() => seal.open(seal.close('x', 'Emma'), 'Otto')).toThrow();
  });
});
