import { t } from '@heartwood/messages/current';
import { timeInWords } from '#platform/dates.ts';
import { Select } from '#ui/select.tsx';
import { Switch } from '#ui/switch.tsx';
import type { Preferences, PreferencesChange } from '../hooks/use-preferences.ts';
import { timesAround } from '../logic.ts';

/** The hours that quiet begins with when it is turned on. */
const usual = { from: '21:00', until: '07:30' };

/** The hours in which nothing rings and no mail comes, by the clock where the person is. */
export function QuietHours({ preferences, onChange }: { preferences: Preferences; onChange: (change: PreferencesChange) => void }) {
  const { quiet_hours: quiet } = preferences;
  /** Times that may be chosen beside the other end: hours that end as they begin would be none. */
  const options = (chosen: string, other: string) =>
    timesAround(chosen)
      .filter((time) => time !== other)
      .map((time) => ({ value: time, label: timeInWords(time) }));
  return (
    <>
      <Switch
        className="mt-4"
        label={t('notifications.reach.quiet.label')}
        hint={t('notifications.reach.quiet.hint')}
        checked={quiet !== null}
        onChange={(on) => onChange({ quiet_hours: on ? usual : null })}
      />
      {quiet && (
        <>
          <div className="mt-2 grid grid-cols-2 gap-3">
            <Select
              label={t('notifications.reach.quiet.from')}
              options={options(quiet.from, quiet.until)}
              value={quiet.from}
              onChange={(from) => onChange({ quiet_hours: { ...quiet, from } })}
            />
            <Select
              label={t('notifications.reach.quiet.until')}
              options={options(quiet.until, quiet.from)}
              value={quiet.until}
              onChange={(until) => onChange({ quiet_hours: { ...quiet, until } })}
            />
          </div>
          <p className="mt-2 type-meta">{t('notifications.reach.quiet.zone')}</p>
        </>
      )}
    </>
  );
}
