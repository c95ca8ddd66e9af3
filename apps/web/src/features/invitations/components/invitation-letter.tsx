import { invitedAs } from '#features/family/components/relations.ts';
import { t } from '@heartwood/messages/current';
import type { InvitationPreview } from '@heartwood/contract/invitations';
import { Link, useLocation } from '@tanstack/react-router';
import { useLogOut } from '#features/accounts/components/log-out-dialog.tsx';
import { sceneOf } from '#features/accounts/components/scenes.ts';
import { addressOf } from '#platform/addresses.ts';
import { useSession } from '#platform/session.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { useJoinFamily } from '../hooks/use-join-family.ts';
import { voiceOf } from '../logic.ts';
import { firstName, inSentence } from '#features/family/logic.ts';
import { dayOf } from '#platform/dates.ts';
import { Letter } from './letter.tsx';

/** An open invitation: a photo, the letter, and one step: accept with a new account, or join with the one that is signed in. */
export function InvitationLetter({ token, preview }: { token: string; preview: InvitationPreview }) {
  const { inviter, family, message, media, name, expires_at } = preview;
  const signedIn = useSession().token !== null;
  const first = firstName(inviter.name);
  return (
    <>
      <section className="overflow-hidden rounded-card bg-surface shadow-card lg:grid lg:grid-cols-2 lg:rounded-[30px]">
        <img
          src={sceneOf('beach').src}
          alt={t('invitations.invitation.photo', { family: family.name })}
          width={960}
          height={720}
          className="aspect-16/10.5 w-full bg-sunken object-cover object-[30%_50%] lg:aspect-auto lg:h-full"
        />
        <div className="relative -mt-[38px] flex justify-center lg:hidden">
          <Portrait inviter={inviter} />
        </div>
        <div className="px-[26px] pt-3 pb-[30px] lg:px-13 lg:py-12">
          <div className="mb-3 hidden justify-center lg:flex">
            <Portrait inviter={inviter} />
          </div>
          <p className="text-center soft">{t('invitations.invitation.invites', { name: first })}</p>
          <h1 className="mt-1 text-center type-display text-[min(2.75rem,13vw)]">{family.name}</h1>
          <Letter
            message={message ?? t('invitations.invitation.noMessage')}
            from={first}
            voice={voiceOf(media)}
            className="mt-6 type-story"
          />
          {signedIn ? <JoinAtOnce token={token} preview={preview} /> : <AcceptLinks token={token} />}
          <p className="mt-4 text-center type-meta text-balance">
            {invitedAs(preview, inviter.name)} {t('invitations.invitation.costs')}
          </p>
        </div>
      </section>
      <p className="mt-5 px-6 text-center type-meta text-balance">
        {name && t('invitations.invitation.not', { name: firstName(name), inviter: first })}{' '}
        {t('invitations.invitation.until', { day: dayOf(expires_at) })}
      </p>
    </>
  );
}

function Portrait({ inviter }: { inviter: InvitationPreview['inviter'] }) {
  return (
    <Avatar
      id={inviter.name}
      name={inviter.name}
      src={addressOf(inviter.image?.thumb)}
      size="xl"
      className="shadow-[0_0_0_5px_var(--hw-surface)]"
    />
  );
}

function AcceptLinks({ token }: { token: string }) {
  const here = useLocation({ select: ({ href }) => href });
  return (
    <div className="mt-6 grid justify-items-center gap-1">
      <ButtonLink to="/accept-invite" search={{ token }} block>
        {t('invitations.invitation.accept')}
      </ButtonLink>
      <Link to="/login" search={{ redirect: here }} className="link-row">
        {t('invitations.invitation.account')}
      </Link>
    </div>
  );
}

function JoinAtOnce({ token, preview }: { token: string; preview: InvitationPreview }) {
  const { user } = useSession();
  const join = useJoinFamily(token, preview);
  const leaving = useLogOut();
  return (
    <div className="mt-6 grid justify-items-center gap-1">
      <Button block busy={join.isPending} onClick={() => join.mutate()}>
        {t('invitations.invitation.join', { family: inSentence(preview.family.name) })}
      </Button>
      {user && <p className="mt-3 text-center type-meta break-words">{t('invitations.invitation.signedInAs', { email: user.email })}</p>}
      <button
        type="button"
        className="link-row"
        aria-busy={leaving.busy || undefined}
        data-pending={leaving.busy || undefined}
        onClick={leaving.begin}
      >
        {t('invitations.invitation.other')}
      </button>
      {leaving.dialog}
    </div>
  );
}
