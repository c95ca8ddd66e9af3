import { preferences, usePreferences } from '#platform/preferences.ts';
import { Segments } from '#ui/segments.tsx';
import { words } from '../words.ts';
import { Section } from '../../../ui/section.tsx';

const { looks: said } = words;
const options = <Value extends string>(labels: Record<Value, string>) =>
  (Object.entries(labels) as [Value, string][]).map(([value, label]) => ({ value, label }));
const sizes = options(said.sizes);
const themes = options(said.themes);

/** Text size and colours on this device; a choice shows at once. */
export function LooksSection() {
  const { text, theme } = usePreferences();
  return (
    <Section id="looks" title={said.title}>
      <p className="mt-3 mb-2 type-label">{said.text}</p>
      <Segments label={said.text} options={sizes} value={text} onChange={(value) => preferences.set({ text: value })} />
      <p className="mt-5 mb-2 type-label">{said.theme}</p>
      <Segments label={said.theme} options={themes} value={theme} onChange={(value) => preferences.set({ theme: value })} />
      <p className="mt-2 type-meta">{said.hint}</p>
    </Section>
  );
}
