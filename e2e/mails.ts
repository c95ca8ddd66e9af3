import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import PostalMime from 'postal-mime';
import type { Email } from 'postal-mime';

const read = new Map<string, Email>();
/** When this worker began, as names of mails begin: who is waited for here has had no mail before. */
const workerBegan = new Date(performance.timeOrigin).toISOString().replaceAll(/[-:.]/g, '');

/** A mail of an outbox; what was read once is kept, because whoever waits asks often. */
async function mailIn(file: string): Promise<Email> {
  const known = read.get(file);
  if (known) return known;
  const mail = await PostalMime.parse(await readFile(file));
  read.set(file, mail);
  return mail;
}

/** Waits for a mail in the server's outbox and gives its text part. */
export async function mailTo(
  address: string,
  subject: RegExp,
  dataDir = process.env['E2E_DATA_DIR'] ?? '',
): Promise<{ text: string; html: string; subject: string }> {
  const outbox = join(dataDir, 'outbox');
  let found: Email | undefined;
  const look = async () => {
    const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml') && name >= workerBegan);
    for (const name of names.toSorted().toReversed()) {
      const mail = await mailIn(join(outbox, name));
      if (mail.to?.some((to) => to.address === address.toLowerCase()) && subject.test(mail.subject ?? '')) return mail;
    }
    return undefined;
  };
  await expect
    .poll(async () => (found = await look()) !== undefined, { timeout: 30_000, intervals: [50], message: `a mail to ${address}` })
    .toBe(true);
  return { text: found?.text ?? '', html: found?.html ?? '', subject: found?.subject ?? '' };
}

/** The first link of a mail to a path of ours. */
export function linkIn(mail: { text: string }, path: string): string {
  const link = new RegExp(`https?://[^\\s]+${path}[^\\s]*`).exec(mail.text)?.[0];
  if (!link) throw new Error(`no link to ${path} in: ${mail.text}`);
  return link;
}
