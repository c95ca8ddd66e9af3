import { afterAll, beforeAll, expect, it } from 'vitest';
import { enterFamily } from '#features/family/scope.ts';
import { insertMedium } from '#features/media/store.ts';
import { newId } from '#platform/ids.ts';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
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

async function addPhoto(by: TestUser): Promise<string> {
  const { db, clock } = at.platform;
  const scope = await enterFamily(db, { userId: by.userId, currentFamilyId: cast[0]?.familyId ?? null });
  const id = newId(clock);
  const variant = (extension: string, type: string, width: number, height: number) => ({ extension, type, width, height });
  await insertMedium(db, scope, {
    id,
    kind: 'image',
    state: 'ready',
    filename: 'IMG_2041.jpeg',
    extension: 'jpg',
    size: 3_481_220,
    width: 4_032,
    height: 3_024,
    thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
    takenAt: clock.now(),
    variants: {
      large: variant('webp', 'image/webp', 2_160, 1_620),
      medium: variant('webp', 'image/webp', 1_080, 810),
      thumb: variant('webp', 'image/webp', 320, 240),
      mail: variant('jpg', 'image/jpeg', 600, 450),
    },
    createdAt: clock.now(),
    unclaimedSince: clock.now(),
  });
  return id;
}

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
