import { createFileRoute } from '@tanstack/react-router';
import { SubscribeScreen } from '#features/billing/screens/subscribe-screen.tsx';

/** What somebody has paid who comes back from the page for it: a plan's name, `plan` or `gift`. */
interface Asked {
  checkout?: string;
}

export const Route = createFileRoute('/_main/subscribe')({
  staticData: { title: 'app.pages.subscribe' },
  validateSearch: ({ checkout }: Asked): Asked => (typeof checkout === 'string' && /^[a-z]{1,20}$/.test(checkout) ? { checkout } : {}),
  component: SubscribeScreen,
});
