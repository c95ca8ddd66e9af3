import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Media } from '@heartwood/contract/media';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { jobsDone } from '#test/jobs.ts';
import { addMember, call } from '#test/members.ts';
import { acceptInvitation, registerParent, tokenFromMail, verifyEmail } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { phonePhoto } from '#test/photos.ts';
import { record } from '#test/recordings.ts';
import { upload } from '#test/media.ts';

// Invitations that come with a recorded voice.
vi.setConfig({ testTimeout: 60_000 });

let at: TestApp;
let nora: TestUser;
let voice: Buffer;

beforeAll(async () => {
  at = await startApp();
  nora = await registerParent(at.app, { firstname: 'Nora' });
  await verifyEmail(at, nora);
  voice = await readFile(await record(join(at.dataDir, 'voice.ogg'), 'ogg', { sound: 'opus', seconds: 1 }));
});
afterAll(() => at.close());

let serial = 0;
async function send(by: TestUser, mediaId: string) {
  const email = `ruth-${(serial += 1)}@example.com`;
  const body = { email, relationship_id: 11, role: 'relative', media_id: mediaId };
  return { email, answer: await call(at, by, 'POST', '/api/send-account-invitation', body) };
}
const mediumOf = async (by: TestUser, id: string) => (await call(at, by, 'GET', `/api/media/${id}`)).statusCode;
const opened = async (token: string): Promise<{ media: Media | null }> =>
  (await at.app.inject({ method: 'POST', url: '/api/validate-invite', payload: { token } })).json().data;

test('a spoken message is heard by whoever holds the link, and by them alone', async () => {
  const id = (await upload(at, nora, voice, 'for-ruth.ogg')).id;
  const { email, answer } = await send(nora, id);
  expect(answer.json().data.invitation.media).toMatchObject({ id, kind: 'audio' });
  const [mail] = await at.mailsTo(email);
  expect(mail!.text).toContain('Nora Whitlock has recorded a message for you.');

  const token = await tokenFromMail(at, email, 'invitation');
  await expect.poll(async () => (await opened(token)).media?.state, { timeout: 30_000 }).toBe('ready');
  const { media } = await opened(token);
  expect(media!.duration).toBeCloseTo(1, 0);
  expect(media!.variants['original']).toBeUndefined();
  const heard = await at.app.inject({ url: `/api/private/${media!.variants['audio']!.path}` });
  expect([heard.statusCode, heard.headers['content-type']]).toEqual([200, 'audio/mp4']);

  const relative = await addMember(at, nora.familyId, 'relative', 'Tom');
  const guardian = await addMember(at, nora.familyId, 'guardian', 'Paul');
  const stranger = await registerParent(at.app);
  const ruth = await acceptInvitation(at, { token, email });
  expect(await Promise.all([relative, guardian, stranger, ruth].map((one) => mediumOf(one, id)))).toEqual([404, 200, 404, 200]);
  expect((await at.app.inject({ method: 'POST', url: '/api/validate-invite', payload: { token } })).statusCode).toBe(410);
});

test('only a recording of one’s own that nothing else holds is taken, and nothing is sent otherwise', async () => {
  const photo = (await upload(at, nora, await phonePhoto(400, 300), 'photo.jpg')).id;
  const stranger = await registerParent(at.app);
  const theirs = (await upload(at, stranger, voice, 'theirs.ogg')).id;
  const taken = (await upload(at, nora, voice, 'taken.ogg')).id;
  expect((await send(nora, taken)).answer.statusCode).toBe(201);
  for (const id of [photo, theirs, taken, 'none']) {
    const { answer, email } = await send(nora, id);
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['media_id']]);
    const { rows } = await at.platform.db.$client.query('select 1 from invitations where email = $1', [email]);
    expect(rows).toEqual([]);
  }
});

test('when the recording goes, the invitation stays', async () => {
  const id = (await upload(at, nora, voice, 'gone.ogg')).id;
  const { answer } = await send(nora, id);
  expect((await call(at, nora, 'DELETE', `/api/media/${id}`)).statusCode).toBe(200);
  const list = (await call(at, nora, 'GET', '/api/invitations')).json().data.invitations;
  expect(list.find((one: { id: string }) => one.id === answer.json().data.invitation.id)).toMatchObject({ status: 'open', media: null });
});

test('the recording goes with the account of who was invited by it, and leaves the others', async () => {
  const [id, other] = [(await upload(at, nora, voice, 'for-anna.ogg')).id, (await upload(at, nora, voice, 'for-ben.ogg')).id];
  const { email } = await send(nora, id);
  await send(nora, other);
  const anna = await acceptInvitation(at, { token: await tokenFromMail(at, email, 'invitation'), email });
  await jobsDone(at);
  expect(await readdir(join(at.dataDir, 'media'), { recursive: true })).toContainEqual(expect.stringContaining(id));
  expect((await call(at, anna, 'DELETE', '/api/delete_account')).statusCode).toBe(200);
  expect([await mediumOf(nora, id), await mediumOf(nora, other)]).toEqual([404, 200]);
  await jobsDone(at);
  expect(await readdir(join(at.dataDir, 'media'), { recursive: true })).not.toContainEqual(expect.stringContaining(id));
});
