import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExportStatus } from '@heartwood/contract/export';
import { dayIn } from '@heartwood/messages/formats';
import { readerOf } from '#features/accounts/actions.ts';
import { membershipsOf } from '#features/family/actions.ts';
import { enterFamily } from '#features/family/scope.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import { mediaForExport } from '#features/media/erasure.ts';
import { readerIn } from '#platform/archive/chapter.ts';
import type { Exported } from '#platform/archive/chapter.ts';
import { writeChapter } from '#platform/archive/chapter-files.ts';
import type { PlacedFile } from '#platform/archive/chapter-files.ts';
import { safeName, uniqueNames } from '#platform/archive/names.ts';
import { escapeHtml, pageEnd, pageStart } from '#platform/archive/page.ts';
import type { ArchiveEntry } from '#platform/archive/zip.ts';
import { dayOf } from '#platform/clock.ts';
import { Refused } from '#platform/http/refusal.ts';
import type { Platform } from '#platform/platform.ts';
import { endOf, keyOf } from './rules.ts';
import * as store from './store.ts';

const none: ExportStatus = {
  state: null,
  progress: 0,
  path: null,
  size: null,
  reason: null,
  started_at: null,
  ready_at: null,
  ends_at: null,
};

/** How a user's newest export stands; an archive that has ended is none. The address lives for an hour at most and is told to them alone. */
export async function presentExport({ db, storage, clock }: Platform, userId: string): Promise<ExportStatus> {
  const row = await store.newestOf(db, userId);
  const ends = row?.state === 'ready' && row.finishedAt ? endOf(row.finishedAt) : null;
  if (!row || (ends && ends <= clock.now())) return none;
  return {
    state: row.state,
    progress: row.progress,
    path: ends ? storage.address(keyOf(row)) : null,
    size: row.size,
    reason: row.reason,
    started_at: row.createdAt.toISOString(),
    ready_at: ends && (row.finishedAt?.toISOString() ?? null),
    ends_at: ends?.toISOString() ?? null,
  };
}

/** Everything that goes into an archive, in its order. */
interface Volume {
  entries: ArchiveEntry[];
  /** Posts of others in it. */
  holds: store.Holds;
  /** @throws where one's place in a family is another one than when it was gathered: then it has to be gathered anew */
  assertStillAllowed(): Promise<void>;
}

/** Told between two entries how much of it has been gathered, 0 to 1; what it throws ends the gathering. */
type Pulse = (share: number) => Promise<void>;

/**
 * Gathers everything a user may see: writes the chapters into a folder, and lists them with the media that belong to them. What is read is
 * read as they would read it, in their language, by the features themselves.
 * @param temp an empty folder; the files stay in it until the archive is written
 */
export async function gather(platform: Platform, userId: string, temp: string, pulse: Pulse): Promise<Volume> {
  const entries: ArchiveEntry[] = [];
  const reader = readerIn((await readerOf(platform.db, userId)).language);
  const { t } = reader;
  const modified = platform.clock.now();
  const families = await membershipsOf(platform.db, userId);
  const scopes = await Promise.all(
    families.map(({ familyId }) => enterFamily(platform.db, { userId, currentFamilyId: familyId }, familyId)),
  );
  const folders = uniqueFolders(families.map(({ family }) => family.name));
  const holds = new Map<string, string[]>();
  const ofAccount = platform.features.chapters.filter((chapter) => chapter.of === 'account');
  const ofFamily = platform.features.chapters.filter((chapter) => chapter.of === 'family');
  const steps = families.length * ofFamily.length + 1;
  const links: { href: string; label: string }[] = [];

  const own = shelf(platform, '', modified, entries);
  await mkdir(join(temp, 'root'));
  for (const chapter of ofAccount) {
    const title = t(chapter.title);
    const read = chapter.entries(platform, userId, reader);
    const written = await writeChapter(reader, join(temp, 'root'), { name: chapter.name, title, entries: read }, own.place());
    for (const file of written?.files ?? []) entries.push({ name: file, path: join(temp, 'root', file), modified });
    if (written) links.push({ href: written.page, label: title });
  }

  for (const [index, scope] of scopes.entries()) {
    const [folder = '', name = ''] = [folders[index], families[index]?.family.name];
    await mkdir(join(temp, folder));
    const family = shelf(platform, `${folder}/`, modified, entries);
    const pages: { href: string; label: string }[] = [];
    const lent: string[] = [];
    holds.set(scope.familyId, lent);
    for (const [number, chapter] of ofFamily.entries()) {
      const share = (index * ofFamily.length + number + 1) / steps;
      const title = t(chapter.title);
      const read = paced(chapter.entries(platform, scope, reader), (entry) => {
        if (entry.lent && entry.lent.authorId !== userId) lent.push(entry.lent.postId);
        return pulse(share);
      });
      const written = await writeChapter(reader, join(temp, folder), { name: chapter.name, title, entries: read }, family.place(scope));
      for (const file of written?.files ?? []) entries.push({ name: `${folder}/${file}`, path: join(temp, folder, file), modified });
      if (written) pages.push({ href: written.page, label: t('export.archive.counted', { title, count: written.count }) });
    }
    await addIndex(join(temp, folder), `${folder}/`, name, pages, { href: '../index.html', label: t('export.archive.back') });
    links.push({ href: `${folder}/index.html`, label: name });
  }
  await addIndex(join(temp, 'root'), '', t('export.archive.title', { day: dayIn(reader, dayOf(modified)) }), links);
  return { entries, holds, assertStillAllowed: () => assertSame(platform, userId, scopes) };

  async function addIndex(folder: string, prefix: string, title: string, list: typeof links, back?: (typeof links)[number]): Promise<void> {
    const items = list.map(({ href, label }) => `<li><a href="${escapeHtml(href)}">${escapeHtml(label)}</a></li>`).join('');
    await writeFile(join(folder, 'index.html'), `${pageStart(reader, title, back)}<ul>${items}</ul>${pageEnd}`, { mode: 0o600 });
    entries.push({ name: `${prefix}index.html`, path: join(folder, 'index.html'), modified });
  }
}

/** One folder for each family; two of one name have a number. `root` is taken. */
function uniqueFolders(names: readonly string[]): string[] {
  const next = uniqueNames();
  next('root', 'd');
  return names.map((name) => next(safeName(name, 'family'), 'd').replace(/\.d$/, ''));
}

async function* paced(entries: AsyncIterable<Exported>, between: (entry: Exported) => Promise<void>): AsyncGenerator<Exported> {
  for await (const entry of entries) {
    yield entry;
    await between(entry);
  }
}

async function assertSame(platform: Platform, userId: string, scopes: readonly FamilyScope[]): Promise<void> {
  for (const { familyId, role } of scopes) {
    const now = await enterFamily(platform.db, { userId, currentFamilyId: familyId }, familyId);
    if (now.role !== role) throw new Error('a role has changed while the export was put together');
  }
}

/** Places files of the storage in a folder of the archive, each once, however many entries it belongs to. */
function shelf(platform: Platform, prefix: string, modified: Date, entries: ArchiveEntry[]) {
  const names = uniqueNames();
  const placed = new Map<string, PlacedFile>();

  const put = async (key: string, day: string | null, wanted: string, extension: string): Promise<string | undefined> => {
    const size = await platform.storage.size(key).catch((error: unknown) => {
      if (error instanceof Refused && error.code === 'not_found') return undefined;
      throw error;
    });
    if (size === undefined) return undefined;
    const file = `media/${names(`${day ?? dayOf(modified)}-${safeName(wanted)}`, extension)}`;
    entries.push({ name: prefix + file, key, size, modified: new Date(`${day && day >= '1980' ? day : dayOf(modified)}T12:00:00Z`) });
    return file;
  };
  const once = async (id: string, label: string, make: () => Promise<{ file?: string | undefined; shown?: string | undefined }>) => {
    const known = placed.get(id);
    if (known) return [known];
    const { file, shown } = await make();
    if (!file) return [];
    const one: PlacedFile = { id, file, label, ...(shown ? { shown } : {}) };
    placed.set(id, one);
    return [one];
  };

  return {
    /** @param scope in whose family the media are; there are none outside of one */
    place:
      (scope?: FamilyScope) =>
      async (entry: Exported): Promise<PlacedFile[]> => {
        const files: PlacedFile[] = [];
        for (const key of entry.pictures)
          files.push(...(await once(key, entry.heading, async () => ({ file: await put(key, null, entry.heading, extensionOf(key)) }))));
        const media = scope ? await mediaForExport(platform, scope, entry.media) : new Map<string, never>();
        for (const { id, filename, key, extension, takenAt, shown } of media.values()) {
          const caption = entry.captions?.[id];
          const day = takenAt?.slice(0, 10) ?? entry.day;
          const name = filename.replace(/\.[^.]{1,5}$/, '');
          files.push(
            ...(await once(id, caption ?? filename, async () => ({
              file: await put(key, day, name, extension),
              shown: shown ? await put(shown.key, day, `${name}-to-look-at`, shown.extension) : undefined,
            }))),
          );
        }
        return files;
      },
  };
}

const extensionOf = (key: string): string => key.slice(key.lastIndexOf('.') + 1);
