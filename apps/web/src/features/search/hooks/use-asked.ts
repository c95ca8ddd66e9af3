import { limits } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { tooLong } from '#platform/form-rules.ts';
import { filterOf, type FeedFilter } from '#features/posts/logic.ts';

/** How long somebody has to pause before it is looked for, in milliseconds. */
const pause = 250;

/**
 * What is looked for: the address keeps it, the field runs ahead of it until somebody pauses.
 * @returns `q`, `filter` and `kept` (only among treasures) as in the address, `text` as in the field and its `problem`; `show` looks for the text at
 *   once, or for what it is given, `filter` being what changes of it; of that the rest is as the press before left it, also where that is not drawn yet
 */
export function useAsked() {
  const search = useSearch({ strict: false }) as { q?: string; person?: string; kind?: string; year?: string; kept?: string };
  const navigate = useNavigate();
  const router = useRouter();
  const { q = '' } = search;
  const kept = search.kept !== undefined;
  const filter = filterOf(search);
  const [text, setText] = useState(q);
  const show = (next: { q?: string; filter?: FeedFilter; kept?: boolean } = {}): void =>
    void navigate({
      to: '/dashboard',
      search: (now) => ({
        search: '1',
        q: (next.q ?? text).trim(),
        ...filterOf({ ...now, ...next.filter }),
        ...((next.kept ?? now.kept !== undefined) ? { kept: '1' } : {}),
      }),
      replace: true,
      resetScroll: false,
    });
  const problem = tooLong(t('search.title'), text.trim(), limits.search);
  const showText = useEffectEvent(() => {
    // Whoever has pressed what leads elsewhere is on the way there, though this page still stands.
    const { search: next } = router.state.location;
    if ('search' in next) show();
  });
  useEffect(() => {
    if (text.trim() === q || problem) return;
    const timer = setTimeout(() => showText(), text.trim() === '' ? 0 : pause);
    return () => clearTimeout(timer);
  }, [text, q, problem]);
  return { q, filter, kept, text, setText, show, problem };
}
