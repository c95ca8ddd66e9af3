import { createFileRoute } from '@tanstack/react-router';
import { RedeemScreen } from '#features/billing/screens/redeem-screen.tsx';
import { language } from '#platform/language.ts';

/** The code that the link of a mail brings. */
interface Asked {
  code?: string;
}

export const Route = createFileRoute('/_mail/gift/redeem')({
  staticData: { title: 'app.pages.redeem' },
  validateSearch: ({ code }: Asked): Asked => (typeof code === 'string' && /^[\w -]{1,40}$/.test(code) ? { code } : {}),
  remountDeps: ({ search }) => search,
  // Whoever owns no family starts one here.
  loader: () => language.need('pages'),
  component: RedeemScreen,
});
