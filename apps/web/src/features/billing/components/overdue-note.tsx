import { t } from '@heartwood/messages/current';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dayInWords } from '#platform/dates.ts';
import { today } from '#platform/today.ts';
import { Banner } from '#ui/banner.tsx';
import { coverageQuery } from '../api.ts';

/** For an owner whose payment failed, while everything is still open: until when, and the way to what can be done. Nobody else sees anything. */
export default function OverdueNote() {
  const { data } = useQuery({ ...coverageQuery(), throwOnError: false });
  if (data?.status !== 'past_due' || !data.covered_by?.mine || !data.covered_until) return null;
  return (
    <Banner
      tone="error"
      className="mb-4"
      action={
        <Link
          to="/private/profile"
          hash="subscription"
          className="-my-2 -me-2 inline-flex min-h-hit items-center rounded-full px-2 font-bold"
        >
          {t('billing.overdue.todo')}
        </Link>
      }
    >
      {t('billing.overdue.until', { day: dayInWords(today(new Date(data.covered_until))) })}
    </Banner>
  );
}
