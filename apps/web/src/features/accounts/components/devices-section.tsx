import { t } from '@heartwood/messages/current';
import type { SessionView } from '@heartwood/contract/accounts';
import { useQuery } from '@tanstack/react-query';
import { Laptop, Smartphone } from 'lucide-react';
import { Suspense } from 'react';
import { hasNotCome, NotLoaded } from '#platform/not-loaded.tsx';
import { agoInside } from '#platform/dates.ts';
import { device } from '#platform/device.ts';
import { useMinute } from '#platform/today.ts';
import { Button } from '#ui/button.tsx';
import { focusLater } from '#ui/focus-later.ts';
import { List, ListRow } from '#ui/list-row.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { sessionsQuery } from '#features/accounts/api.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import { Section } from '#ui/section.tsx';
import { useEndSession } from '../hooks/use-end-session.ts';

const Biometric = lazyPart(() => import('./biometric.tsx'));

/** The button that was pressed goes, with its device or with what did not come: the focus must not be lost with it. */
const focusHeading = () =>
  focusLater(() => (document.activeElement === document.body ? document.querySelector<HTMLElement>('#devices h2') : null));

/** Where one is signed in; every device but this one can be signed out. */
export function DevicesSection() {
  const sessions = useQuery(sessionsQuery);
  return (
    <Section id="devices" title={t('accounts.devices.title')}>
      {sessions.data ? (
        <List card label={t('accounts.devices.title')} className="mt-3">
          {sessions.data
            .toSorted((a, b) => Number(b.current) - Number(a.current))
            .map((one) => (
              <Device key={one.id} session={one} />
            ))}
        </List>
      ) : hasNotCome(sessions) ? (
        <NotLoaded className="mt-3" onRetry={() => sessions.refetch().then(({ isSuccess }) => isSuccess && focusHeading())}>
          {t('accounts.devices.failed')}
        </NotLoaded>
      ) : (
        <Loading className="mt-3">
          <Skeleton className="h-16 rounded-card" />
        </Loading>
      )}
      {device.native && (
        <Suspense fallback={null}>
          <Biometric />
        </Suspense>
      )}
    </Section>
  );
}

/** What a device is called; one that has said nothing has no name. */
const nameOf = (deviceName: string): string => deviceName || t('accounts.devices.unknown');

function Device({ session }: { session: SessionView }) {
  const now = useMinute();
  const end = useEndSession(focusHeading);
  const { id, device_name, current, last_used_at } = session;
  const name = nameOf(device_name);
  const Icon = /phone|android|ipad/i.test(device_name) ? Smartphone : Laptop;
  return (
    <ListRow
      className="flex-wrap"
      start={<Icon className="text-fir" />}
      title={<b className="type-label">{name}</b>}
      meta={current ? t('accounts.devices.thisOne') : t('accounts.devices.lastUsed', { when: agoInside(last_used_at, now) })}
      end={
        current ? (
          <span className="text-meta font-semibold text-fir">{t('accounts.devices.here')}</span>
        ) : (
          <Button
            look="quiet"
            small
            busy={end.isPending}
            aria-label={t('accounts.devices.endNamed', { name })}
            onClick={() => end.mutate({ id, name })}
          >
            {t('accounts.devices.end')}
          </Button>
        )
      }
    />
  );
}
