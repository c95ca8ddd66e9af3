import type { ExportStatus } from '@heartwood/contract/export';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { unzip } from './archives.ts';
import { call } from './members.ts';
import type { TestUser } from './people.ts';

/** How somebody's export stands. */
export async function exportStatus(at: TestApp, by: TestUser): Promise<ExportStatus> {
  return (await call(at, by, 'GET', '/api/export')).json().data;
}

/** Somebody's export once it stands as is wanted. @param timeoutMs how long that is waited for */
export async function exportOnce(
  at: TestApp,
  by: TestUser,
  state: ExportStatus['state'] = 'ready',
  timeoutMs = 30_000,
): Promise<ExportStatus> {
  await expect.poll(async () => (await exportStatus(at, by)).state, { timeout: timeoutMs }).toBe(state);
  return exportStatus(at, by);
}

/** Exports everything of somebody. @returns the files of the archive, by their names */
export async function exported(at: TestApp, by: TestUser): Promise<Map<string, Buffer>> {
  const begun = await call(at, by, 'POST', '/api/export');
  if (begun.statusCode !== 201) throw new Error(`exporting failed: ${begun.body}`);
  const { path } = await exportOnce(at, by);
  const answer = await at.app.inject({ url: `/api/private/${path}` });
  expect(answer.statusCode).toBe(200);
  return unzip(answer.rawPayload);
}
