import { t } from '@heartwood/messages/current';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Lightbulb } from 'lucide-react';
import { ideaQuery } from '../api.ts';

/** Above the composer: the idea one has come from, where the address names one. */
export function IdeaLine() {
  const { idea: slug = '' } = useSearch({ strict: false }) as { idea?: string };
  const { data } = useQuery({ ...ideaQuery(slug), enabled: slug !== '', throwOnError: false });
  if (!data) return null;
  return (
    <p className="mt-4 flex gap-3 rounded-card bg-sunken px-5 py-4">
      <Lightbulb className="mt-0.5 size-5 shrink-0 text-fir" />
      <span className="min-w-0">
        <span className="sr-only">{t('inspiration.thisIdea')}</span>
        <b className="block type-label">{data.title}</b>
        <span className="type-meta">{data.teaser}</span>
      </span>
    </p>
  );
}
