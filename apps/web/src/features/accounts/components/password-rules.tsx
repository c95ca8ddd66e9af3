import { limits } from '@heartwood/contract/fields';
import { Check, Circle } from 'lucide-react';
import { passwordProgress } from '../logic.ts';
import { words } from '../words.ts';

/** What a password needs, ticked off as it is typed. Says nothing wrong: it only counts along. */
export function PasswordRules({ password }: { password: string }) {
  const { length, letters, special } = passwordProgress(password);
  const rules = [
    { text: words.rules.length(limits.password.min), met: length },
    { text: words.rules.letters, met: letters },
    { text: words.rules.special, met: special },
  ];
  return (
    <ul aria-label={words.rules.label} className="mt-3">
      {rules.map(({ text, met }) => (
        <li key={text} className="flex items-center gap-2.5 py-[3px] text-label text-ink-2">
          {met ? <Check className="icon-s text-fir" /> : <Circle className="icon-s text-ink-3" />}
          <span>{text}</span>
          <span className="sr-only">{met ? words.rules.met : words.rules.open}</span>
        </li>
      ))}
    </ul>
  );
}
