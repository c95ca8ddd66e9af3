import { sectionLimits, sectionSlugs } from '@heartwood/contract/limits';
import type { Section, SectionWithHistory } from '@heartwood/contract/information';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { addMember, call, comparable, makeFamily } from '#test/members.ts';
import type { TestMember } from '#test/members.ts';
import { addChild, registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { removeLeftMedia } from './jobs.ts';
import { uploadPhoto } from '#test/media.ts';
import { query } from '#test/rows.ts';

let at: TestApp;
let nora: TestUser;
let sam: TestMember;
let ruth: TestMember;
let stranger: TestUser;
let emma: { heartwood_id: string; slug: string };

beforeAll(async () => {
  at = await startApp();
  ({ nora, sam, ruth, stranger } = await makeFamily(at));
});
afterAll(() => at.close());
beforeEach(async () => {
  emma = await addChild(at, nora, { name: 'Emma' });
});

const url = (slug = 'health', name: string = emma.slug) => `/api/additional-information/${name}/${slug}`;
const blood = { label: 'Blood type', value: '0 positive' };
const write = (by: TestUser, body: object, slug?: string, headers: Record<string, string> = {}) =>
  call(at, by, 'PUT', url(slug), body, headers);
const read = async (by: TestUser, slug?: string) => {
  const answer = await call(at, by, 'GET', url(slug));
  expect(answer.statusCode, answer.body).toBe(200);
  return { section: answer.json().data.section as SectionWithHistory, etag: answer.headers.etag as string };
};

describe('writing a section', () => {
  it('keeps fields in order, a note, and who wrote it', async () => {
    const fields = [blood, { label: 'Allergies', value: 'Hazelnuts.\nSyrup in the blue bag.' }, { label: 'Allergies', value: '' }];
    const answer = await write(nora, { fields, note: ' Hum. ' });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.headers.etag).toBe('"1"');
    const { section } = await read(sam);
    expect(section).toMatchObject({ slug: 'health', state: 'filled', fields, note: 'Hum.', media: [] });
    expect(section.updated_by?.user_id).toBe(nora.userId);
    expect(section.updated_at).toBe(at.clock.now().toISOString());
    const byId = await call(at, sam, 'GET', url('health', emma.heartwood_id));
    expect(byId.json().data.section).toEqual(section);
  });

  it('every section is there, the empty ones too', async () => {
    await write(nora, { fields: [{ label: 'Shoes', value: '27' }] }, 'sizes');
    const sections = (await call(at, nora, 'GET', `/api/additional-information/${emma.slug}`)).json().data.sections as Section[];
    expect(sections.map(({ slug }) => slug)).toEqual([...sectionSlugs]);
    expect(sections.filter(({ state }) => state === 'filled').map(({ slug }) => slug)).toEqual(['sizes']);
  });

  it('what is left out stays, what is sent empty goes', async () => {
    await write(nora, { fields: [blood], note: 'Kept', media_ids: [await uploadPhoto(at, nora)] });
    await write(nora, { fields: [] });
    expect((await read(nora)).section).toMatchObject({ fields: [], note: 'Kept', media: [{}] });
    await write(nora, { fields: [], note: '', media_ids: [] });
    expect((await read(nora)).section).toMatchObject({ state: 'empty', note: '', media: [] });
  });

  it('the same again is no change', async () => {
    await write(nora, { fields: [blood] });
    expect((await write(sam, { fields: [blood] })).headers.etag).toBe('"1"');
    expect((await read(nora)).section.history).toHaveLength(1);
  });

  it('says who changed which fields when, not what stood in them', async () => {
    await write(nora, { fields: [blood, { label: 'Medicine', value: 'None' }] });
    at.clock.advance({ hours: 1 });
    await write(sam, {
      fields: [
        { ...blood, value: 'A negative' },
        { label: 'Dentist', value: 'Dr. Okafor' },
      ],
      note: 'x',
    });
    const { history } = (await read(nora)).section;
    expect(history[0]).toMatchObject({ added: ['Dentist'], changed: ['Blood type'], removed: ['Medicine'], note: true, media: false });
    expect(history[0]!.by.user_id).toBe(sam.userId);
    expect(history[0]!.at).toBe(at.clock.now().toISOString());
    expect(history[1]).toMatchObject({ added: ['Blood type', 'Medicine'], changed: [], removed: [] });
    expect(JSON.stringify(history)).not.toContain('0 positive');
  });

  it('keeps the latest changes of a long history', async () => {
    for (let n = 0; n <= sectionLimits.changes + 2; n += 1) await write(nora, { fields: [{ label: 'n', value: String(n) }] }, 'notes');
    expect((await read(nora, 'notes')).section.history).toHaveLength(sectionLimits.changes);
    const [{ count }] = await query(at, `select count(*)::int from information_changes where person_id = $1`, [emma.heartwood_id]);
    expect(count).toBe(sectionLimits.changes);
  }, 30_000);
});

describe('two at once', () => {
  it('the second one, who does not know the first one’s change, is told so, and nothing is lost', async () => {
    const { etag } = await read(nora);
    expect(etag).toBe('"0"');
    const answers = await Promise.all(
      [nora, sam].map((by) => write(by, { fields: [{ label: 'By', value: by.userId }] }, 'health', { 'if-match': etag })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const lost = answers.find(({ statusCode }) => statusCode === 409)!.json();
    expect(lost).toMatchObject({ status_code: 'conflict', message: expect.stringContaining('Somebody else changed this') });
    const winner = answers[0]!.statusCode === 200 ? nora : sam;
    expect((await read(nora)).section).toMatchObject({ fields: [{ label: 'By', value: winner.userId }], history: [{}] });
    const again = await write(winner === nora ? sam : nora, { fields: [blood] }, 'health', { 'if-match': (await read(sam)).etag });
    expect(again.statusCode).toBe(200);
  });
});

describe('who may know', () => {
  it('guardians, and the person themself; to everybody else there is no such thing', async () => {
    await write(nora, { fields: [blood] });
    const none = await call(at, ruth, 'GET', url('health', 'nobody-of-that-name'));
    for (const by of [ruth, stranger]) {
      for (const [method, path, body] of [
        ['GET', `/api/additional-information/${emma.slug}`],
        ['GET', url('health', emma.heartwood_id)],
        ['PUT', url(), { fields: [] }],
        ['PUT', url(), { fields: 'wrong' }],
      ] as const) {
        expect(comparable(await call(at, by, method, path, body))).toBe(comparable(none));
      }
    }
    const own = `/api/additional-information/${ruth.personId}/contacts`;
    expect((await call(at, ruth, 'PUT', own, { fields: [{ label: 'Doctor', value: 'Dr. Vane' }] })).statusCode).toBe(200);
    expect((await call(at, nora, 'GET', own)).json().data.section.fields).toEqual([{ label: 'Doctor', value: 'Dr. Vane' }]);
    expect((await call(at, null, 'GET', own)).statusCode).toBe(401);
  });

  it('a section there is not', async () => {
    expect((await call(at, nora, 'GET', url('secrets'))).statusCode).toBe(404);
  });

  it('a family that is not covered gets 402', async () => {
    const uma = await registerParent(at.app);
    const child = await addChild(at, uma, { name: 'Otto' });
    await query(at, 'update families set trial_ends_at = $1 where id = $2', [at.clock.now(), uma.familyId]);
    expect((await call(at, uma, 'GET', `/api/additional-information/${child.slug}`)).statusCode).toBe(402);
  });
});

describe('what cannot be kept', () => {
  it.each([
    ['no fields', {}],
    ['a label without words', { fields: [{ label: ' ', value: 'x' }] }],
    ['a label too long', { fields: [{ label: 'x'.repeat(101), value: '' }] }],
    ['a value too long', { fields: [{ label: 'x', value: 'x'.repeat(2_001) }] }],
    ['too many fields', { fields: Array.from({ length: 51 }, () => blood) }],
    ['a note too long', { fields: [], note: 'x'.repeat(2_001) }],
    ['fields that are none', { fields: ['x'] }],
    ['media that are nobody’s', { fields: [], media_ids: ['0193a0f0-0000-7000-8000-000000000000'] }],
  ])('%s', async (_, body) => {
    const answer = await write(nora, body);
    expect([answer.statusCode, answer.json().status_code]).toEqual([422, 'validation_failed']);
    expect((await read(nora)).section.state).toBe('empty');
  });

  it('a tag that cannot be read', async () => {
    expect((await write(nora, { fields: [] }, 'health', { 'if-match': 'yesterday' })).statusCode).toBe(400);
  });

  it('as much as there may be comes back whole', async () => {
    const fields = Array.from({ length: 50 }, (_, n) => ({ label: `${n} ${'ü'.repeat(90)}`, value: '語'.repeat(2_000) }));
    expect((await write(nora, { fields, note: 'ß'.repeat(2_000) })).statusCode).toBe(200);
    expect((await read(nora)).section.fields).toEqual(fields);
  });
});

describe('attachments', () => {
  it('are read by who may know, and free again once taken off', async () => {
    const id = await uploadPhoto(at, nora);
    expect((await call(at, sam, 'GET', `/api/media/${id}`)).statusCode).toBe(404);
    await write(nora, { fields: [], media_ids: [id, id] }, 'documents');
    expect((await read(sam, 'documents')).section.media.map((medium) => medium.id)).toEqual([id]);
    expect((await call(at, sam, 'GET', `/api/media/${id}`)).statusCode).toBe(200);
    expect((await call(at, ruth, 'GET', `/api/media/${id}`)).statusCode).toBe(404);
    expect((await write(nora, { fields: [], media_ids: [id] }, 'health')).statusCode).toBe(422);
    await write(sam, { fields: [], media_ids: [] }, 'documents');
    expect((await call(at, sam, 'GET', `/api/media/${id}`)).statusCode).toBe(404);
    expect(await query(at, 'select 1 from media where id = $1 and unclaimed_since is not null', [id])).toHaveLength(1);
  });

  it('go with the person', async () => {
    const id = await uploadPhoto(at, nora);
    await write(nora, { fields: [blood], media_ids: [id] });
    expect((await call(at, nora, 'DELETE', `/api/family-relationships/${emma.heartwood_id}`)).statusCode).toBe(200);
    expect((await call(at, sam, 'GET', `/api/media/${id}`)).statusCode).toBe(404);
    await removeLeftMedia(at.platform);
    expect(await query(at, 'select 1 from media where id = $1', [id])).toEqual([]);
    expect(await query(at, 'select 1 from information_sections where person_id = $1', [emma.heartwood_id])).toEqual([]);
    expect(await query(at, 'select 1 from information_changes where person_id = $1', [emma.heartwood_id])).toEqual([]);
  });
});

describe('a suggested field', () => {
  it('is called as whoever reads it calls it, in the history too', async () => {
    const owner = await registerParent(at.app, { language: 'de' });
    const child = await addChild(at, owner, { name: 'Otto' });
    const fields = [
      { label: 'Blutgruppe', value: '0 positiv' },
      { label: 'Lieblingssocke', value: 'die linke' },
    ];
    expect((await call(at, owner, 'PUT', url('health', child.slug), { fields })).statusCode).toBe(200);
    const partner = await addMember(at, owner.familyId, 'guardian', 'Sam');
    const { section } = (await call(at, partner, 'GET', url('health', child.slug))).json().data as { section: SectionWithHistory };
    expect(section.fields).toEqual([
      { label: 'Blood type', value: '0 positiv' },
      { label: 'Lieblingssocke', value: 'die linke' },
    ]);
    expect(section.history[0]!.added).toEqual(['Blood type', 'Lieblingssocke']);
    // Writing it again in another language changes nothing.
    const etag = (await call(at, partner, 'GET', url('health', child.slug))).headers.etag;
    await call(at, partner, 'PUT', url('health', child.slug), { fields: section.fields });
    expect((await call(at, owner, 'GET', url('health', child.slug))).headers.etag).toBe(etag);
  });
});

describe('erasure', () => {
  it('what is known about somebody goes with their account; what they wrote about others stays, without their name', async () => {
    const leaver = await addMember(at, nora.familyId, 'guardian', 'Ida');
    await write(leaver, { fields: [blood] });
    await call(at, nora, 'PUT', url('health', leaver.personId), { fields: [blood] });
    expect((await call(at, leaver, 'DELETE', '/api/delete_account')).statusCode).toBe(200);
    expect(await query(at, 'select 1 from information_sections where person_id = $1', [leaver.personId])).toEqual([]);
    const { section } = await read(nora);
    expect(section).toMatchObject({ fields: [blood], updated_by: { user_id: null, name: 'Somebody who has left' } });
    expect(section.history[0]!.by.user_id).toBeNull();
  });

  it('everything goes with the family', async () => {
    const owner = await registerParent(at.app);
    const child = await addChild(at, owner, { name: 'Otto' });
    const media = [await uploadPhoto(at, owner)];
    await call(at, owner, 'PUT', url('health', child.slug), { fields: [blood], media_ids: media });
    expect((await call(at, owner, 'DELETE', '/api/delete_account')).statusCode).toBe(200);
    for (const table of ['information_sections', 'information_changes', 'information_media'])
      expect(await query(at, `select 1 from ${table} where family_id = $1`, [owner.familyId])).toEqual([]);
    expect(await query(at, 'select 1 from media where id = any($1)', [media])).toEqual([]);
  });
});
