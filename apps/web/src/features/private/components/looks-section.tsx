import type { Language } from '@heartwood/contract/languages';
import { t } from '@heartwood/messages/current';
import { writtenLanguage } from '@heartwood/messages/languages';
import type { PlainKey } from '@heartwood/messages/translate';
import { useQueryClient } from '@tanstack/react-query';
import { chooseLanguage } from '#features/profiles/api.ts';
import { useLanguage } from '#platform/language.ts';
import { preferences, usePreferences } from '#platform/preferences.ts';
import { session } from '#platform/session.ts';
import { toasts } from '#platform/toasts.ts';
import { Segments } from '#ui/segments.tsx';
import { languageNames, textSizes, themes } from '../logic.ts';
import { Section } from '#ui/section.tsx';

const options = <Value extends string>(labels: Record<Value, PlainKey>) =>
  (Object.entries(labels) as [Value, PlainKey][]).map(([value, label]) => ({ value, label: t(label) }));

/** Text size and colours on this device, and the language, which the account keeps too; a choice shows at once. */
export function LooksSection() {
  const { text, theme } = usePreferences();
  const language = writtenLanguage(useLanguage());
  const queries = useQueryClient();
  const choose = async (value: Language) => {
    preferences.set({ language: value });
    if (!session.signedIn()) return;
    const answer = await chooseLanguage(value);
    if (!answer.success) toasts.add(answer.message, { type: 'error' });
    // Answers hold words in the account's language.
    else await queries.invalidateQueries();
  };
  return (
    <Section id="looks" title={t('private.looks.title')}>
      <p className="mt-3 mb-2 type-label">{t('private.looks.text')}</p>
      <Segments
        label={t('private.looks.text')}
        options={options(textSizes)}
        value={text}
        onChange={(value) => preferences.set({ text: value })}
      />
      <p className="mt-5 mb-2 type-label">{t('private.looks.theme')}</p>
      <Segments
        label={t('private.looks.theme')}
        options={options(themes)}
        value={theme}
        onChange={(value) => preferences.set({ theme: value })}
      />
      <p className="mt-2 type-meta">{t('private.looks.hint')}</p>
      <p className="mt-5 mb-2 type-label">{t('private.looks.language')}</p>
      <Segments
        label={t('private.looks.language')}
        options={options(languageNames)}
        value={language}
        onChange={(value) => void choose(value)}
      />
    </Section>
  );
}
