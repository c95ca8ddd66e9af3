import { t } from '@heartwood/messages/current';
import type { Post } from '@heartwood/contract/posts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useCurrentFamily } from '#features/family/api.ts';
import { addressOf } from '#platform/addresses.ts';
import { Avatar } from '#ui/avatar.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { latestQuery } from '../api.ts';
import { BrandedPage } from '../components/branded-page.tsx';
import { Envelope } from '../components/envelope.tsx';
import { Letter } from '../components/letter.tsx';
import { WaitingInside } from '../components/waiting-inside.tsx';
import type { Card } from '../logic.ts';
import { firstName } from '#features/family/logic.ts';

/**
 * After accepting: the inviter's message, opened like a card, and what the family has shared so far.
 * @param titleOf what a post is called, or says; '' where it has no words
 */
export function SharedMessageScreen({ titleOf }: { titleOf: (post: Post) => string }) {
  const card = useLocation({ select: ({ state }) => state.card });
  const family = useCurrentFamily();
  const latest = useQuery(latestQuery);
  return (
    <BrandedPage narrow home="/dashboard">
      {card ? <OpenedCard card={card} /> : <Welcome family={family?.name} />}
      <div className="mt-8 grid gap-3 lg:flex lg:justify-center">
        <ButtonLink to="/dashboard" className="w-full lg:w-auto lg:min-w-[230px]">
          {t('invitations.card.enter')}
        </ButtonLink>
        <ButtonLink to="/treasures/share-something" look="quiet" className="w-full lg:w-auto lg:min-w-[230px]">
          {t('invitations.card.hello')}
        </ButtonLink>
      </div>
      {/* Below the buttons: it comes later, and must not move what is about to be pressed. */}
      <WaitingInside posts={latest.data} titleOf={titleOf} />
    </BrandedPage>
  );
}

function OpenedCard({ card: { inviter, image, family, name, message, voice } }: { card: Card }) {
  const first = firstName(inviter);
  return (
    <Envelope>
      <div className="text-center">
        <Avatar
          id={inviter}
          name={inviter}
          src={addressOf(image)}
          size="xl"
          className="relative -mt-9 shadow-[0_0_0_5px_var(--hw-surface)]"
        />
        <p className="mt-3 soft">{t('invitations.card.from', { name: first })}</p>
        <h1 className="sr-only">{t('invitations.card.heading', { name: first })}</h1>
      </div>
      <Letter
        message={
          message ??
          `${name ? `${t('invitations.invitation.dear', { name: firstName(name) })}\n` : ''}${t('invitations.card.noMessage', { family })}`
        }
        from={first}
        voice={voice}
        className="pt-[18px] pb-[22px] type-story text-[1.375rem] leading-[1.48]"
      />
    </Envelope>
  );
}

function Welcome({ family }: { family: string | undefined }) {
  return (
    <div className="py-6 text-center">
      <h1 className="type-display text-[min(2.75rem,13vw)]">{family ?? t('invitations.card.welcome')}</h1>
      <p className="mt-3 type-story soft">{t('invitations.card.welcomeText')}</p>
    </div>
  );
}
