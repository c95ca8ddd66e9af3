import { t } from '@heartwood/messages/current';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { ideaQuery } from '#features/inspiration/api.ts';

/** The questions of an idea, one at a time, as they stand on the screen while one films; without an idea nothing. */
export function Questions({ idea }: { idea: string | undefined }) {
  const { data, isError } = useQuery({ ...ideaQuery(idea ?? ''), enabled: idea !== undefined });
  const [place, setPlace] = useState(0);
  if (isError)
    return (
      <p role="status" className="text-label text-white/85">
        {t('filming.stage.noQuestions')}
      </p>
    );
  const asked = data?.prompts ?? [];
  const question = asked[place];
  if (question === undefined) return null;
  return (
    <>
      <div aria-live="polite">
        <p className="text-meta text-[#e8ded3]">{t('filming.stage.question', { place: place + 1, all: asked.length })}</p>
        <p className="mt-1.5 type-title text-[1.75rem] lg:text-[2.75rem] lg:leading-[1.12]">{question}</p>
      </div>
      {place < asked.length - 1 && (
        <Button small look="ghost" className="mt-4" onClick={() => setPlace(place + 1)}>
          {t('filming.stage.next')}
        </Button>
      )}
    </>
  );
}
