import type { Excerpt as Fragments } from '@heartwood/contract/search';

/** Text with what was looked for marked. */
export function Excerpt({ fragments }: { fragments: Fragments }) {
  return fragments.map(({ text, hit }, at) =>
    hit ? (
      <mark key={at} className="rounded-[3px] bg-resin-soft font-semibold text-inherit shadow-[0_0_0_2px_var(--hw-resin-soft)]">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
