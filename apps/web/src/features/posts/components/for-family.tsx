import { t } from '@heartwood/messages/current';
import { useQuery } from '@tanstack/react-query';
import { familiesQuery } from '#features/family/api.ts';
import { inSentence } from '#features/family/logic.ts';

/** Says to somebody who is in several families for which one they write. */
export function ForFamily() {
  const { data: families = [] } = useQuery({ ...familiesQuery(), throwOnError: false });
  const here = families.length > 1 && families.find(({ current }) => current);
  return here && <p className="mt-2 type-meta">{t('posts.forFamily', { name: inSentence(here.name) })}</p>;
}
