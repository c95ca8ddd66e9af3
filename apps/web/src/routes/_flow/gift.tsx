import { createFileRoute } from '@tanstack/react-router';
import { GiftScreen } from '#features/billing/screens/gift-screen.tsx';

/** That somebody comes back from the page on which the year was to be paid. */
interface Asked {
  checkout?: 'gift';
}

export const Route = createFileRoute('/_flow/gift')({
  staticData: { title: 'app.pages.gift' },
  validateSearch: ({ checkout }: { checkout?: string }): Asked => (checkout === 'gift' ? { checkout } : {}),
  component: GiftScreen,
});
