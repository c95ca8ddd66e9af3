import { relationshipKinds, type RelationshipSlug } from '@heartwood/contract/relationships';
import { t } from '@heartwood/messages/current';
import { Link } from '@tanstack/react-router';
import { cx } from '#ui/class-names.ts';
import { useIsGuardian } from '../api.ts';
import { firstName } from '../logic.ts';
import { relationTo } from './relations.ts';

const grandparents: ReadonlySet<RelationshipSlug> = new Set(['grandmother', 'grandfather', 'grandparent']);
const isGrandparent = (id: number) => relationshipKinds.some((kind) => kind.id === id && grandparents.has(kind.slug));

/**
 * 'Emma is your daughter'; where one has not said it, the question, which leads to where it is answered. So does the doubt beside a grandparent
 * of a guardian: mostly the children's was meant.
 */
export function WhoToMe({
  person,
  said,
  asked,
}: {
  person: Parameters<typeof relationTo>[0] & { heartwood_id: string };
  /** How what is known is shown. */
  said: string;
  /** How the question is shown, and the doubt. */
  asked: string;
}) {
  const isGuardian = useIsGuardian();
  const relation = relationTo(person);
  const isAsked = !relation || (isGuardian && isGrandparent(person.relationship_id));
  return (
    <>
      {relation && <p className={cx(said, '[overflow-wrap:anywhere]')}>{relation}</p>}
      {isAsked && (
        <Link
          to="/children/childDetail/$childId"
          params={{ childId: person.heartwood_id }}
          search={{ edit: '1' }}
          className={cx(asked, '[overflow-wrap:anywhere]')}
        >
          {relation ? t('people.form.notRight') : t('people.form.whoIsIt', { name: firstName(person.name) })}
        </Link>
      )}
    </>
  );
}
