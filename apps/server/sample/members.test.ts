import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { call } from '#test/members.ts';
import { sampleMembers, samplePassword } from './family.ts';
import { beginFamily } from './members.ts';

// The family that development, pictures and journeys use.

let at: TestApp;
beforeAll(async () => {
  at = await startApp({ jobs: false, env: { RATE_LIMITS: 'off' } });
  await beginFamily(at.platform);
});
afterAll(() => at.close());

it('everyone of the sample signs in, and says about themself what is written of them', async () => {
  const said = await Promise.all(
    sampleMembers.map(async ({ email }) => {
      const { token } = (await call(at, null, 'POST', '/api/login', { email, password: samplePassword })).json().data;
      const [{ firstname, description }] = (await call(at, { token }, 'GET', '/api/profile')).json().data;
      return [firstname, description];
    }),
  );
  expect(said).toEqual(sampleMembers.map(({ firstname, description = null }) => [firstname, description]));
});

it('the sample is made once', async () => {
  expect(await beginFamily(at.platform)).toBeUndefined();
});
