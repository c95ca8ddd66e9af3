/**
 * Who gets a family whose owner deletes their account: its longest-standing guardian, else member.
 * @param members everybody in it; of two who joined at the same time the smaller id counts
 * @param leaving the id of the user who goes
 * @returns undefined where nobody is left: the family is erased
 */
export function heirOf<M extends { userId: string; role: 'owner' | 'guardian' | 'relative'; joinedAt: Date }>(
  members: readonly M[],
  leaving: string,
): M | undefined {
  const standing = members
    .filter(({ userId }) => userId !== leaving)
    .toSorted((a, b) => a.joinedAt.getTime() - b.joinedAt.getTime() || (a.userId < b.userId ? -1 : 1));
  return standing.find(({ role }) => role !== 'relative') ?? standing[0];
}
