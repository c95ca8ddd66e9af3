import { t } from '@heartwood/messages/current';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page } from '#ui/page.tsx';
import { planned, type PlannedPlace } from './planned.ts';

/** An honest placeholder: says what this place will hold, and offers a next step. */
export function PlannedScreen({ place }: { place: PlannedPlace }) {
  const { title, sentence, drawing, next } = planned[place];
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
