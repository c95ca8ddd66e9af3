import { t } from '@heartwood/messages/current';
import { Link } from '@tanstack/react-router';
import { cx } from '#ui/class-names.ts';
import { useIsGuardian } from '../api.ts';
import { firstName } from '../logic.ts';
import { grandparentKind, relationSaid } from './relations.ts';

/**
 * 'Emma is your daughter'; where one has not said it, the question, which leads to where it is answered. So does 'The children’s
 * grandmother, or yours?' beside a grandparent of a guardian.
 */
export function WhoToMe({
  person,
  said,
  asked,
}: {
  person: Parameters<typeof relationSaid>[0] & { heartwood_id: string };
  /** How what is known is shown. */
  said: string;
  /** How the question is shown. */
  asked: string;
}) {
  const isGuardian = useIsGuardian();
  const relation = relationSaid(person, isGuardian);
  const kind = isGuardian && grandparentKind(person.relationship_id);
  return (
    <>
      {relation && <p className={cx(said, '[overflow-wrap:anywhere]')}>{relation}</p>}
      {(kind || !relation) && (
        <Link
          to="/children/childDetail/$childId"
          params={{ childId: person.heartwood_id }}
          search={{ edit: '1' }}
          className={cx(asked, '[overflow-wrap:anywhere]')}
        >
          {kind ? t('people.form.whose', { kind }) : t('people.form.whoIsIt', { name: firstName(person.name) })}
        </Link>
      )}
    </>
  );
}
