import { afterAll, beforeAll, expect, it } from 'vitest';
import { enterFamily } from '#features/family/scope.ts';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { insertPhoto } from '#test/photo-rows.ts';
import { addMember, call } from '#test/members.ts';
import { registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { commentOn, sharePost } from '#test/posts.ts';

let at: TestApp;
let cast: TestUser[];
beforeAll(async () => {
  at = await startApp({ env: { RATE_LIMITS: 'off' } });
  const nora = await registerParent(at.app);
  cast = [nora];
  for (const name of ['Ruth', 'Leo', 'Sam']) cast.push(await addMember(at, nora.familyId, 'relative', name));
});
afterAll(() => at.close());

const addPhoto = async (by: TestUser): Promise<string> =>
  insertPhoto(at.platform, await enterFamily(at.platform.db, { userId: by.userId, currentFamilyId: cast[0]?.familyId ?? null }));

it('a page of 20 posts with 3 photos each is at most 75 KB, without what is made for mails', { timeout: 60_000 }, async () => {
  for (let n = 0; n < 20; n += 1) {
    const by = cast[n % cast.length] as TestUser;
    const media_ids = [await addPhoto(by), await addPhoto(by), await addPhoto(by)];
    const text = 'First snow at the cabin. Sam carried the wood in, Emma carried one stick, and was very tired afterwards.';
    const post = await sharePost(at, by, { text, media_ids });
    await commentOn(at, cast[(n + 1) % cast.length] as TestUser, post.id, { text: 'How lovely' });
  }
  const answer = await call(at, cast[0] as TestUser, 'GET', '/api/posts?limit=20');
  expect(answer.json().data.items).toHaveLength(20);
  expect(answer.body.length).toBeLessThanOrEqual(75_000);
  expect(Object.keys(answer.json().data.items[1].media[0].variants).toSorted()).toEqual(['large', 'medium', 'thumb']);
});
