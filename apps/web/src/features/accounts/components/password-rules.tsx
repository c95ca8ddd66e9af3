import { limits } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { Check, Circle } from 'lucide-react';
import { passwordProgress } from '../logic.ts';

/** What a password needs, ticked off as it is typed. Says nothing wrong: it only counts along. */
export function PasswordRules({ password }: { password: string }) {
  const { length, letters, special } = passwordProgress(password);
  const rules = [
    { text: t('accounts.rules.length', { count: limits.password.min }), met: length },
    { text: t('accounts.rules.letters'), met: letters },
    { text: t('accounts.rules.special'), met: special },
  ];
  return (
    <ul aria-label={t('accounts.rules.label')} className="mt-3">
      {rules.map(({ text, met }) => (
        <li key={text} className="flex items-center gap-2.5 py-[3px] text-label text-ink-2">
          {met ? <Check className="icon-s text-fir" /> : <Circle className="icon-s text-ink-3" />}
          <span className="min-w-0 break-words">{text}</span>
          <span className="sr-only">{met ? t('accounts.rules.met') : t('accounts.rules.open')}</span>
        </li>
      ))}
    </ul>
  );
}
