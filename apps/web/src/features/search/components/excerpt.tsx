import type { Excerpt as Pieces } from '@heartwood/contract/search';

/** A piece of text with what was looked for marked. */
export function Excerpt({ pieces }: { pieces: Pieces }) {
  return pieces.map(({ text, hit }, at) =>
    hit ? (
      <mark key={at} className="rounded-[3px] bg-resin-soft font-semibold text-inherit shadow-[0_0_0_2px_var(--hw-resin-soft)]">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
