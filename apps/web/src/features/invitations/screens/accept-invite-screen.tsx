import { limits } from '@heartwood/contract/limits';
import type { InvitationPreview } from '@heartwood/contract/invitations';
import { t } from '@heartwood/messages/current';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { FormProblem } from '#features/accounts/components/form-problem.tsx';
import { NewPassword } from '#features/accounts/components/new-password.tsx';
import { sceneOf } from '#features/accounts/components/scenes.ts';
import { newPasswordRules } from '#features/accounts/logic.ts';
import { useForm } from '#platform/form.ts';
import { settled } from '#platform/http.ts';
import { toasts } from '#platform/toasts.ts';
import { Button } from '#ui/button.tsx';
import { DraftNote } from '#ui/draft-note.tsx';
import { TextField } from '#ui/field.tsx';
import { SplitPage } from '#ui/page.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { acceptInvitation, previewQuery } from '../api.ts';
import { UnopenedInvitation } from '../components/unopened-invitation.tsx';
import { cardOf } from '../logic.ts';
import { firstName, inSentence } from '#features/family/logic.ts';

/** Accepting an invitation with a new account: a name, the address it was sent to, a password. */
export function AcceptInviteScreen() {
  const { token = '' } = useSearch({ strict: false }) as { token?: string };
  const preview = useQuery(previewQuery(token));
  return (
    <SplitPage photo={sceneOf('beach')}>
      {preview.data ? (
        <AcceptForm token={token} preview={preview.data} />
      ) : preview.isPending && token ? (
        <Loading label={t('invitations.invitation.opening')}>
          <h1 className="sr-only">{t('invitations.invitation.opening')}</h1>
          <Skeleton className="h-9 w-2/3" />
          <Skeleton className="mt-8 h-72" />
        </Loading>
      ) : (
        <UnopenedInvitation error={preview.error} busy={preview.isFetching} retry={() => void preview.refetch()} />
      )}
    </SplitPage>
  );
}

function AcceptForm({ token, preview }: { token: string; preview: InvitationPreview }) {
  const navigate = useNavigate();
  const form = useForm({
    defaults: { name: preview.name ?? '', email: preview.email, password: '', password_confirmation: '' },
    rules: { name: ['required', `max:${limits.name}`], email: ['required', `max:${limits.email}`, 'email'], ...newPasswordRules },
    labels: { name: t('invitations.accept.name') },
    draft: `accept-invite ${preview.email}`,
    send: async (values) => {
      const said = settled(await acceptInvitation({ ...values, token }));
      if (said) toasts.add(said);
      await navigate({ to: '/invitation/sharedMessage', state: { card: cardOf(preview) } });
    },
  });
  const otherAddress = form.watch('email').trim().toLowerCase() !== preview.email.toLowerCase();
  return (
    <>
      <h1 className="type-title">{t('invitations.accept.title', { inviter: firstName(preview.inviter.name) })}</h1>
      <p className="mt-2 soft">{t('invitations.accept.text', { family: inSentence(preview.family.name) })}</p>
      <form {...form.props} className="mt-8 grid grid-cols-1 gap-5">
        <DraftNote {...form.draft} />
        <TextField {...form.text('name')} autoComplete="name" />
        <TextField
          {...form.text('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          hint={otherAddress ? t('invitations.accept.other') : undefined}
        />
        <NewPassword form={form} />
        <FormProblem {...form.problem} />
        <Button type="submit" block busy={form.busy} className="mt-2">
          {t('invitations.accept.submit')}
        </Button>
      </form>
      <p className="mt-4 text-center soft">
        {t('invitations.accept.already')}{' '}
        <Link to="/login" search={{ redirect: `/invitation?token=${encodeURIComponent(token)}` }} className="link-row">
          {t('invitations.accept.login')}
        </Link>
      </p>
    </>
  );
}
