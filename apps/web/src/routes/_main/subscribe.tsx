import { createFileRoute, redirect } from '@tanstack/react-router';
import { SubscribeScreen } from '#features/billing/screens/subscribe-screen.tsx';

/** What somebody has paid who comes back from the page for it: a plan's name, or `plan`. */
interface Asked {
  checkout?: string;
}

export const Route = createFileRoute('/_main/subscribe')({
  staticData: { title: 'app.pages.subscribe' },
  validateSearch: ({ checkout }: Asked): Asked => (typeof checkout === 'string' && /^[a-z]{1,20}$/.test(checkout) ? { checkout } : {}),
  beforeLoad: ({ location: { searchStr }, search }) => {
    // The first mails brought a code here.
    const code = new URLSearchParams(searchStr).get('gift');
    if (code) throw redirect({ to: '/gift/redeem', search: { code }, replace: true });
    if (search.checkout === 'gift') throw redirect({ to: '/gift', search: { checkout: 'gift' }, replace: true });
  },
  component: SubscribeScreen,
});
