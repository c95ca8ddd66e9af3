import { t } from '@heartwood/messages/current';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Button } from '#ui/button.tsx';
import { List, ListLink } from '#ui/list-row.tsx';
import { SectionHead } from '#ui/page-head.tsx';
import { weeklyQuery } from '../api.ts';
import { useAnother } from '../hooks/use-idea.ts';
import { KindLine } from './kind-line.tsx';

/** On the page of this week's idea: shows another one in its place; on that of another, leads to this week's. */
export function AnotherIdea({ slug }: { slug: string }) {
  const { data } = useQuery({ ...weeklyQuery(), throwOnError: false });
  const another = useAnother();
  const navigate = useNavigate();
  if (!data) return null;
  const { inspiration: weekly } = data;
  if (weekly.slug !== slug)
    return (
      <section>
        <SectionHead title={t('inspiration.thisWeek')} />
        <List>
          <ListLink
            to="/inspiration/$slug"
            params={{ slug: weekly.slug }}
            title={<b className="type-label">{weekly.title}</b>}
            meta={<KindLine idea={weekly} long />}
          />
        </List>
      </section>
    );
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
