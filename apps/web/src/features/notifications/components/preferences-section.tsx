import { emailRhythms, notificationKinds } from '@heartwood/contract/notification-events';
import type { EmailRhythm, NotificationKind } from '@heartwood/contract/notification-events';
import { t } from '@heartwood/messages/current';
import type { PlainKey } from '@heartwood/messages/translate';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Section } from '#ui/section.tsx';
import { Select } from '#ui/select.tsx';
import { Loading, SkeletonOf } from '#ui/skeleton.tsx';
import { Switch } from '#ui/switch.tsx';
import { useNotificationPreferences, usePrefer } from '../hooks/use-preferences.ts';
import type { Preferences, PreferencesChange } from '../hooks/use-preferences.ts';
import { importanceOf, letterKinds, loudnessOf, rhythmOf, withRhythm } from '../logic.ts';
import type { Loudness } from '../logic.ts';
import { QuietHours } from './quiet-hours.tsx';

const rhythms = {
  instant: 'notifications.reach.rhythms.instant',
  daily: 'notifications.reach.rhythms.daily',
  weekly: 'notifications.reach.rhythms.weekly',
  off: 'notifications.reach.rhythms.off',
} as const satisfies Record<EmailRhythm, PlainKey>;

const kinds = {
  question: 'notifications.reach.kinds.question',
  answer: 'notifications.reach.kinds.answer',
  birthday: 'notifications.reach.kinds.birthday',
  comment: 'notifications.reach.kinds.comment',
  post: 'notifications.reach.kinds.post',
  memory: 'notifications.reach.kinds.memory',
  heart: 'notifications.reach.kinds.heart',
  member: 'notifications.reach.kinds.member',
  subscription: 'notifications.reach.kinds.subscription',
} as const satisfies Record<NotificationKind, PlainKey>;

/** As high as what stands there for whoever has chosen nothing. */
const usual: Preferences = {
  kinds: Object.fromEntries(notificationKinds.map((kind) => [kind, { push: true, email: 'daily' }])) as Preferences['kinds'],
  quiet_hours: { from: '21:00', until: '07:30' },
  time_zone: '',
  importance: 3,
  visibility: 0,
};

const rhythmOptions = () => emailRhythms.map((value) => ({ value, label: t(rhythms[value]) }));

/**
 * What reaches somebody by mail and on their devices, and when nothing does. A choice is kept at once.
 * @param thisDevice whether this device tells them; it is there also where the rest could not be loaded
 */
export function PreferencesSection({ thisDevice }: { thisDevice: ReactNode }) {
  const { preferences, isError, refetch } = useNotificationPreferences();
  const { mutate: prefer, isSuccess, isPending } = usePrefer();
  return (
    <Section id="notifications" title={t('notifications.reach.title')}>
      <p className="mt-2 soft">{t('notifications.reach.text')}</p>
      {preferences ? (
        <>
          <Choices preferences={preferences} thisDevice={thisDevice} onChange={prefer} />
          <p role="status" className="mt-3 min-h-6 type-meta">
            {isSuccess && !isPending ? t('notifications.reach.saved') : ''}
          </p>
        </>
      ) : isError ? (
        <>
          {thisDevice}
          <p className="mt-4 soft">{t('notifications.reach.failed')}</p>
          <Button small look="quiet" className="mt-3" onClick={() => void refetch()}>
            {t('notifications.retry')}
          </Button>
        </>
      ) : (
        <Loading>
          <SkeletonOf>
            <Choices preferences={usual} thisDevice={thisDevice} onChange={() => undefined} />
            <p className="mt-3 min-h-6 type-meta" />
          </SkeletonOf>
        </Loading>
      )}
    </Section>
  );
}

interface Choosing {
  preferences: Preferences;
  onChange: (change: PreferencesChange) => void;
}

function Choices({ preferences, thisDevice, onChange }: Choosing & { thisDevice: ReactNode }) {
  const [each, setEach] = useState(false);
  return (
    <>
      <Select
        className="mt-4"
        label={t('notifications.reach.letters')}
        placeholder={t('notifications.reach.mixed')}
        options={rhythmOptions()}
        value={rhythmOf(preferences) ?? ''}
        onChange={(email) => onChange(withRhythm(email))}
      />
      {thisDevice}
      <OnDevices preferences={preferences} onChange={onChange} />
      <QuietHours preferences={preferences} onChange={onChange} />
      <details className="group mt-4" onToggle={(event) => setEach(event.currentTarget.open)}>
        <summary className="flex min-h-hit cursor-pointer list-none items-center gap-2 font-semibold text-fir">
          {t('notifications.reach.each')}
          <ChevronDown className="icon-s transition-transform group-open:rotate-180" />
        </summary>
        {each && (
          <ul className="mt-2 grid gap-6">
            {notificationKinds.map((kind) => (
              <Kind key={kind} kind={kind} chosen={preferences.kinds[kind]} onChange={(to) => onChange({ kinds: { [kind]: to } })} />
            ))}
          </ul>
        )}
      </details>
    </>
  );
}

function Kind({
  kind,
  chosen,
  onChange,
}: {
  kind: NotificationKind;
  chosen: Preferences['kinds'][NotificationKind];
  onChange: (to: { push?: boolean; email?: EmailRhythm }) => void;
}) {
  const name = t(kinds[kind]);
  return (
    <li>
      <p className="type-label">{name}</p>
      <Switch
        label={t('notifications.reach.push')}
        aria-label={t('notifications.reach.pushOf', { kind: name })}
        checked={chosen.push}
        onChange={(push) => onChange({ push })}
      />
      {letterKinds.includes(kind) ? (
        <Select
          label={t('notifications.reach.email')}
          named={t('notifications.reach.emailOf', { kind: name })}
          options={rhythmOptions()}
          value={chosen.email}
          onChange={(email) => onChange({ email })}
        />
      ) : (
        <p className="type-meta">{t('notifications.reach.money')}</p>
      )}
    </li>
  );
}

const loudnesses: readonly Loudness[] = ['quiet', 'normal', 'loud'];

/** How messages make themselves heard on devices, and what of them a locked one shows. */
function OnDevices({ preferences, onChange }: Choosing) {
  return (
    <>
      <Select
        className="mt-4"
        label={t('notifications.reach.loud.label')}
        options={loudnesses.map((value) => ({ value, ...louds(value) }))}
        value={loudnessOf(preferences.importance)}
        onChange={(loudness) => onChange({ importance: importanceOf[loudness] })}
      />
      <Select
        className="mt-4"
        label={t('notifications.reach.locked.label')}
        hint={t('notifications.reach.locked.hint')}
        options={[
          { value: '1', label: t('notifications.reach.locked.all') },
          { value: '0', label: t('notifications.reach.locked.some') },
          { value: '-1', label: t('notifications.reach.locked.nothing') },
        ]}
        value={String(preferences.visibility)}
        onChange={(visibility) => onChange({ visibility: Number(visibility) })}
      />
    </>
  );
}

function louds(loudness: Loudness): { label: string; hint: string } {
  switch (loudness) {
    case 'quiet':
      return { label: t('notifications.reach.loud.quiet'), hint: t('notifications.reach.loud.quietHint') };
    case 'normal':
      return { label: t('notifications.reach.loud.normal'), hint: t('notifications.reach.loud.normalHint') };
    case 'loud':
      return { label: t('notifications.reach.loud.loud'), hint: t('notifications.reach.loud.loudHint') };
  }
}
