import { t } from '@heartwood/messages/current';
import { writtenLanguage } from '@heartwood/messages/languages';
import type { PlainKey } from '@heartwood/messages/translate';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { choicesUnderWay, choosingLooks, meQuery } from '#features/accounts/api.ts';
import { keepLooks, showLooks, type Looks } from '#features/profiles/api.ts';
import { useLanguage } from '#platform/language.ts';
import { preferences, usePreferences } from '#platform/preferences.ts';
import { session, useSession } from '#platform/session.ts';
import { toasts } from '#platform/toasts.ts';
import { Segments } from '#ui/segments.tsx';
import { languageNames, textSizes, themes } from '../logic.ts';
import { Section } from '#ui/section.tsx';

const options = <Value extends string>(labels: Record<Value, PlainKey>) =>
  (Object.entries(labels) as [Value, PlainKey][]).map(([value, label]) => ({ value, label: t(label) }));

/** Whether the language has just been chosen here: all that is drawn anew then, and the focus with it. */
let isChoosing = false;

/** Text size, colours and language, which the account keeps; a choice shows at once. */
export function LooksSection() {
  const { text, theme } = usePreferences();
  const shown = useLanguage();
  const { user } = useSession();
  // The chosen one, also while its messages are still loading.
  const language = writtenLanguage(user?.locale ?? shown);
  const languages = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChoosing) languages.current?.querySelector<HTMLElement>(':checked')?.focus({ preventScroll: true });
    isChoosing = false;
  }, []);
  const queries = useQueryClient();
  const { mutate: choose } = useMutation({
    // One after the other, so that the last choice is the one that stays.
    scope: { id: 'looks' },
    mutationKey: choosingLooks,
    onMutate: async (looks: Looks) => {
      const before = showLooks(looks);
      // An answer that is under way says what was chosen before.
      await queries.cancelQueries({ queryKey: meQuery.queryKey });
      return before;
    },
    mutationFn: async (looks: Looks) => {
      const answer = session.signedIn() ? await keepLooks(looks) : undefined;
      if (answer?.success === false) throw new Error(answer.message);
    },
    onError: ({ message }, looks, before) => {
      toasts.add(message, { type: 'error' });
      // What was chosen since stays.
      if (before && isShown(looks)) showLooks(before);
    },
    // Answers hold words in the account's language.
    onSuccess: (_, { locale }) => locale && queries.invalidateQueries(),
    // The last of several choices brings what the account has kept.
    onSettled: () => choicesUnderWay(queries) === 1 && queries.invalidateQueries({ queryKey: meQuery.queryKey }),
  });
  return (
    <Section id="looks" title={t('private.looks.title')}>
      <p className="mt-3 mb-2 type-label">{t('private.looks.text')}</p>
      <Segments
        label={t('private.looks.text')}
        options={options(textSizes)}
        value={text}
        onChange={(value) => choose({ text_size: value })}
      />
      <p className="mt-5 mb-2 type-label">{t('private.looks.theme')}</p>
      <Segments label={t('private.looks.theme')} options={options(themes)} value={theme} onChange={(value) => choose({ theme: value })} />
      <p className="mt-2 type-meta">{t('private.looks.hint')}</p>
      <p className="mt-5 mb-2 type-label">{t('private.looks.language')}</p>
      <div ref={languages}>
        <Segments
          label={t('private.looks.language')}
          options={options(languageNames)}
          value={language}
          onChange={(value) => {
            isChoosing = true;
            choose({ locale: value });
          }}
        />
      </div>
    </Section>
  );
}

/** Whether a choice is the one that is shown now. */
function isShown({ locale, theme, text_size: text }: Looks): boolean {
  const now = preferences.get();
  return (!locale || session.get().user?.locale === locale) && (!theme || now.theme === theme) && (!text || now.text === text);
}
