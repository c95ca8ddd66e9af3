import { t } from '@heartwood/messages/current';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button, ButtonLink } from '#ui/button.tsx';
import { PromptCard } from '#ui/prompt-card.tsx';
import { weeklyQuery } from '../api.ts';
import { useAnother } from '../hooks/use-idea.ts';
import { Begin } from './begin.tsx';

/** The idea of this week among the posts; nothing once one has done it, or where it did not come. */
export default function ThisWeek() {
  const { data } = useQuery({ ...weeklyQuery(), throwOnError: false });
  const another = useAnother();
  if (!data || data.inspiration.done) return null;
  const { slug, title, teaser, action } = data.inspiration;
  return (
    <article aria-label={t('inspiration.thisWeek')} className="py-7">
      <PromptCard
        occasion={t('inspiration.thisWeek')}
        title={
          <Link to="/inspiration/$slug" params={{ slug }} aria-live="polite" className="rounded-xs focus-visible:outline-white">
            {title}
          </Link>
        }
        text={teaser}
        actions={
          <>
            {action === 'read' ? (
              <ButtonLink small look="white" to="/inspiration/$slug" params={{ slug }}>
                {t('inspiration.read')}
              </ButtonLink>
            ) : (
              <Begin idea={data.inspiration} look="white" small />
            )}
            <Button small look="ghost" busy={another.isPending} onClick={() => another.mutate(slug)}>
              {t('inspiration.another.short')}
            </Button>
          </>
        }
      />
    </article>
  );
}
