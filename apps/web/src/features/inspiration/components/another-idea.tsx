import { t } from '@heartwood/messages/current';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Button } from '#ui/button.tsx';
import { SectionHead } from '#ui/page-head.tsx';
import { weeklyQuery } from '../api.ts';
import { useAnother } from '../hooks/use-idea.ts';

/** On the page of this week's idea: shows another one in its place. */
export function AnotherIdea({ slug }: { slug: string }) {
  const { data } = useQuery({ ...weeklyQuery(), throwOnError: false });
  const another = useAnother();
  const navigate = useNavigate();
  if (data?.inspiration.slug !== slug) return null;
  const show = () =>
    another.mutate(slug, {
      onSuccess: ({ inspiration }) => void navigate({ to: '/inspiration/$slug', params: { slug: inspiration.slug }, replace: true }),
    });
  return (
    <section>
      <SectionHead title={t('inspiration.another.title')} />
      <Button small block look="quiet" busy={another.isPending} onClick={show}>
        {t('inspiration.another.show')}
      </Button>
    </section>
  );
}
