import { t } from '@heartwood/messages/current';
import { Link, useNavigate } from '@tanstack/react-router';
import { Ticket } from 'lucide-react';
import { FormProblem } from '#features/accounts/components/form-problem.tsx';
import { sceneOf } from '#features/accounts/components/scenes.ts';
import { useForm } from '#platform/form.ts';
import { settled } from '#platform/http.ts';
import { useOwnPage } from '#platform/own-page.ts';
import { useSession } from '#platform/session.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { Divider, SplitPage } from '#ui/page.tsx';
import { openLink } from '../api.ts';
import { tokenFrom } from '../logic.ts';

/** Entering an invitation's code by hand, or pasting the link of the mail. */
export function InviteCodeScreen() {
  const navigate = useNavigate();
  const page = useOwnPage();
  const { token } = useSession();
  const form = useForm({
    defaults: { token: '' },
    rules: { token: ['required'] },
    labels: { token: t('invitations.code.field') },
    send: async (values) => {
      const token = tokenFrom(values.token);
      settled(await openLink(token));
      if (page.isShown()) await navigate({ to: '/invitation', search: { token } });
    },
  });
  return (
    <SplitPage photo={sceneOf('cabin')}>
      <h1 className="type-title">{t('invitations.code.title')}</h1>
      <p className="mt-2 soft">{t('invitations.code.text')}</p>
      <form {...form.props} className="mt-8 grid gap-5">
        <TextField
          {...form.text('token')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          icon={<Ticket />}
        />
        <FormProblem {...form.problem} />
        <Button type="submit" block busy={form.busy}>
          {t('invitations.code.submit')}
        </Button>
      </form>
      <div className="mt-8">
        <Divider>{t('invitations.code.noneTitle')}</Divider>
      </div>
      <p className="mt-4 text-center text-balance soft">{t('invitations.code.none')}</p>
      <div className="mt-2 grid justify-items-center gap-1">
        <Link to={token ? '/private' : '/register'} className="link-row">
          {t('invitations.code.start')}
        </Link>
        {!token && (
          <Link to="/login" className="link-row">
            {t('invitations.code.login')}
          </Link>
        )}
      </div>
    </SplitPage>
  );
}
