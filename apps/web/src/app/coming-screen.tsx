import { t } from '@heartwood/messages/current';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page } from '#ui/page.tsx';
import { coming, type ComingPlace } from './coming.ts';

/** An honest placeholder: says what this place will hold, and offers a next step. */
export function ComingScreen({ place }: { place: ComingPlace }) {
  const { title, sentence, drawing, next } = coming[place];
  return (
    <Page>
      <div className="py-5">
        <EmptyState
          level={1}
          drawing={drawing}
          title={t(title)}
          action={
            <ButtonLink small to={next.to}>
              {t(next.label)}
            </ButtonLink>
          }
        >
          {t(sentence)}
        </EmptyState>
      </div>
    </Page>
  );
}
