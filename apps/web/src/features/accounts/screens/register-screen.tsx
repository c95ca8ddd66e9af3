import { limits } from '@heartwood/contract/fields';
import { trialDays } from '@heartwood/contract/billing';
import { Link, useNavigate } from '@tanstack/react-router';
import { useForm } from '#platform/form.ts';
import { settled } from '#platform/http.ts';
import { Brand } from '#ui/brand.tsx';
import { Button } from '#ui/button.tsx';
import { PasswordField, TextField } from '#ui/field.tsx';
import { SplitPage } from '#ui/page.tsx';
import { PortraitPicker } from '#ui/photo-picker.tsx';
import { registerHere } from '../api.ts';
import { FormProblem } from '../components/form-problem.tsx';
import { scenes } from '../components/scenes.ts';
import { newPasswordRules } from '../logic.ts';
import { words } from '../words.ts';

const { fields, register: said } = words;

/** Starting a family: an account, perhaps with a photo; then the first steps. */
export function RegisterScreen() {
  const navigate = useNavigate();
  const form = useForm({
    defaults: { firstname: '', lastname: '', email: '', password: '', password_confirmation: '', image: null as File | null },
    rules: {
      firstname: ['required', `max:${limits.name}`],
      lastname: ['required', `max:${limits.name}`],
      email: ['required', 'email'],
      image: ['image'],
      ...newPasswordRules,
    },
    send: async ({ image, ...values }) => {
      const answer = await registerHere({ ...values, ...(image ? { image } : {}) });
      if (answer) settled(answer);
      await navigate({ to: '/onboarding' });
    },
  });
  const image = form.choice('image');
  const name = `${form.watch('firstname')} ${form.watch('lastname')}`;
  return (
    <SplitPage photo={scenes.beach} brand={<Brand to="/home" size={36} />}>
      <h1 className="type-title">{said.title}</h1>
      <p className="mt-2 soft">{said.text(trialDays)}</p>
      <form {...form.props} className="mt-8 grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <TextField {...form.text('firstname')} label={fields.firstname} autoComplete="given-name" />
          <TextField {...form.text('lastname')} label={fields.lastname} autoComplete="family-name" />
        </div>
        <TextField {...form.text('email')} label={fields.email} type="email" inputMode="email" autoComplete="email" />
        <PasswordField {...form.text('password')} label={fields.password} autoComplete="new-password" />
        <PasswordField
          {...form.text('password_confirmation')}
          label={fields.confirm}
          placeholder={fields.onceMore}
          autoComplete="new-password"
        />
        <PortraitPicker label={said.photo} optional id="you" name={name} file={image.value} onPick={image.onChange} error={image.error} />
        <FormProblem text={form.problem} />
        <Button type="submit" block busy={form.busy} className="mt-2">
          {said.submit}
        </Button>
      </form>
      <p className="mt-4 type-meta text-center text-balance">{said.promise}</p>
      <p className="mt-4 text-center soft">
        {said.already}{' '}
        <Link to="/login" className="link-row">
          {said.login}
        </Link>
      </p>
    </SplitPage>
  );
}
