import { t } from '@heartwood/messages/current';
import { CalendarDays, Type, Users } from 'lucide-react';
import { Explained } from '#ui/explained.tsx';

/** What one can look for, for whoever has not looked for anything yet. */
export function HowToSearch() {
  return (
    <section>
      <h2 className="mb-2 flex min-h-hit items-center type-label">{t('search.how.title')}</h2>
      <Explained
        of={[
          { icon: <Users />, name: t('search.how.people'), text: t('search.how.peopleText') },
          { icon: <CalendarDays />, name: t('search.how.days'), text: t('search.how.daysText') },
          { icon: <Type />, name: t('search.how.words'), text: t('search.how.wordsText') },
        ]}
      />
    </section>
  );
}
