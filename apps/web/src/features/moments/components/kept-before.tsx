import { t } from '@heartwood/messages/current';
import { Link } from '@tanstack/react-router';
import { useNames } from '#features/people/api.ts';
import { Banner } from '#ui/banner.tsx';
import { FieldError } from '#ui/field.tsx';

/** Says that somebody has this milestone already, and leads there. What was written meanwhile stays on this device. */
export function KeptBefore({ person, title, moment, insists }: { person: string; title: string; moment: string; insists: boolean }) {
  const { people, names } = useNames();
  const name = people.find(({ heartwood_id }) => heartwood_id === person)?.slug || person;
  return (
    <div data-field="kept" className="mt-3">
      <Banner
        action={
          <Link
            to="/private/meaningful-moments/$name"
            params={{ name }}
            search={{ moment }}
            className="-my-2 -me-2 inline-flex min-h-hit min-w-hit items-center justify-center rounded-full px-2 font-bold"
          >
            {t('moments.seeKept')}
          </Link>
        }
      >
        {t('moments.keptBefore', { title, name: names.get(person) ?? '' })}
      </Banner>
      {insists && <FieldError id="kept-help">{t('moments.keptAlready')}</FieldError>}
    </div>
  );
}
