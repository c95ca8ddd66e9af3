import type { author } from '@heartwood/contract/fields';
import type { FamilySummary, Member } from '@heartwood/contract/family';
import { translatorOf } from '@heartwood/messages/catalogues';
import type { z } from 'zod';
import { inUtc } from '#platform/db/read.ts';
import { goneAt, undoableSince } from '#platform/db/undo.ts';
import type { DeletedPage, DeletedRow } from '#platform/db/undo.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Platform } from '#platform/platform.ts';
import { facesOf } from './queries.ts';
import { isGuardian, relationshipLabel } from './rules.ts';
import type { FamilyScope } from './scope.ts';
import * as store from './store.ts';

/** Who wrote something. */
export type Author = z.output<typeof author>;

/** The family's members with what they write about themselves; e-mail and phone for guardians, and everybody's own. */
export async function presentMembers(platform: Platform, scope: FamilyScope): Promise<Member[]> {
  return (await store.knownMembers(platform.db, scope)).map((row) => presentMember(platform, scope, row));
}

/** One member. @throws Refused not_found */
export async function presentMemberById(platform: Platform, scope: FamilyScope, userId: string): Promise<Member> {
  const [row] = await store.knownMembers(platform.db, scope, userId);
  if (!row) throw refuse.notFound();
  return presentMember(platform, scope, row);
}

function presentMember(
  { pictures }: Platform,
  scope: FamilyScope,
  { member, name, email, phone, description, portraits, relation, gender }: store.KnownMember,
): Member {
  const reachable = isGuardian(scope.role) || member.userId === scope.userId;
  return {
    user_id: member.userId,
    heartwood_id: member.personId,
    name: name ?? '',
    image: portraits[0] ? pictures.portraitView('portraits', portraits[0]) : null,
    role: member.role,
    relationship_id: relation?.relationshipId ?? 0,
    relationship: relation ? relationshipLabel(translatorOf(scope.language), relation.relationshipId, relation.relationshipLabel) : '',
    gender,
    joined_at: member.joinedAt.toISOString(),
    description,
    email: reachable ? email : null,
    phone: reachable ? phone : null,
  };
}

/** One of a user's families. @throws Refused not_found */
export function oneFamily(families: readonly FamilySummary[], id: string): FamilySummary {
  const family = families.find((one) => one.id === id);
  if (!family) throw refuse.notFound();
  return family;
}

/** Tells who wrote something, by user id: without a name where the family does not know them. */
export type AuthorOf = (userId: string | null) => Author;

/** Who wrote things: everybody the family knows or has known, with a face while they are in it. */
export async function presentAuthors({ db, pictures }: Platform, scope: FamilyScope, userIds: readonly string[]): Promise<AuthorOf> {
  const rows = await facesOf(db, scope, userIds);
  const known = new Map(
    rows.flatMap(({ userId, personId, name, profileName, portraits }) => {
      const [portrait] = portraits;
      const face: Author = {
        user_id: userId,
        heartwood_id: personId,
        name: profileName ?? name,
        image: portrait ? pictures.portraitView('portraits', portrait) : null,
      };
      return userId ? [[userId, face] as const] : [];
    }),
  );
  const nobody: Author = { user_id: null, heartwood_id: null, name: translatorOf(scope.language)('family.somebodyLeft'), image: null };
  return (userId) => (userId === null ? undefined : known.get(userId)) ?? nobody;
}

/**
 * One page of what one may bring back, the latest deletion first.
 * @param list what it is a list of: `posts`
 * @param of how its rows are loaded; whom a row names, by user id; what is said of it besides its deletion
 */
export async function presentDeletions<Row extends DeletedRow, Item extends object>(
  platform: Platform,
  scope: FamilyScope,
  { list, limit, cursor }: { list: string; limit: number; cursor?: string | undefined },
  of: {
    load: (page: DeletedPage) => Promise<Row[]>;
    named: (row: Row) => string[];
    present: (row: Row, authorOf: AuthorOf) => Item;
  },
) {
  const { clock, cursors } = platform;
  const name = `${scope.familyId} deleted ${list}`;
  const [at, id] = cursors.open(name, scope.userId, cursor) ?? [];
  const rows = await of.load({ since: undoableSince(clock.now()), after: at && id ? { at, id } : undefined, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const people = shown.flatMap((row) => [...of.named(row), ...(row.deleted_by === null ? [] : [row.deleted_by])]);
  const authorOf = await presentAuthors(platform, scope, [...new Set(people)]);
  return {
    items: shown.map((row) => ({
      id: row.id,
      ...of.present(row, authorOf),
      deleted_by: row.deleted_by === null ? null : authorOf(row.deleted_by),
      deleted_at: inUtc(row.deleted_at),
      gone_at: goneAt(new Date(row.deleted_at)).toISOString(),
    })),
    next_cursor: last ? cursors.seal(name, scope.userId, [last.deleted_at, last.id]) : null,
  };
}
