import { t } from '@heartwood/messages/current';
import type { Coverage } from '@heartwood/contract/billing';
import { ArchiveRestore, Bell, BookOpen, CircleHelp, Download, Footprints, LogOut, ShieldCheck, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLogOut } from '#features/accounts/components/log-out-dialog.tsx';
import { navigation } from '#platform/navigation.ts';
import { usePreferences } from '#platform/preferences.ts';
import { List, ListButton, ListLink } from '#ui/list-row.tsx';
import { coverageLine } from '#features/billing/logic.ts';
import { textSizes } from '../logic.ts';

const strong = (text: ReactNode) => <b className="type-label text-body">{text}</b>;

/** The settings, one row each, and logging out. `unfinished`: the first steps have left something open. */
export function SettingsList({
  coverage,
  hasFamily,
  unfinished,
}: {
  coverage: Coverage | undefined;
  /** Whether one is in a family: what is said of the plan depends on it. */
  hasFamily: boolean;
  unfinished: boolean;
}) {
  const { text } = usePreferences();
  return (
    <section>
      <h2 className="mt-8 type-subhead">{t('private.hub.settings')}</h2>
      <List card label={t('private.hub.settings')} className="mt-3">
        {unfinished && (
          <ListLink
            to="/onboarding"
            start={<Footprints className="text-fir" />}
            title={strong(t('private.hub.steps'))}
            meta={t('private.hub.stepsText')}
          />
        )}
        <ListLink
          to="/private/profile"
          hash="notifications"
          start={<Bell className="text-fir" />}
          title={strong(t('private.hub.notifications'))}
          meta={t('private.hub.notificationsText')}
        />
        <ListLink
          to="/private/profile"
          hash="devices"
          start={<ShieldCheck className="text-fir" />}
          title={strong(t('private.hub.signIn'))}
          meta={t('private.hub.signInText')}
        />
        <ListLink
          to="/private/profile"
          hash="subscription"
          start={<Star className="text-fir" />}
          title={strong(t('private.hub.subscription'))}
          meta={coverage && coverageLine(coverage, hasFamily)}
        />
        <ListLink
          to="/private/profile"
          hash="export"
          start={<Download className="text-fir" />}
          title={strong(t('private.hub.export'))}
          meta={t('private.hub.exportText')}
        />
        <ListLink
          to="/private/deleted"
          start={<ArchiveRestore className="text-fir" />}
          title={strong(t('private.hub.deleted'))}
          meta={t('private.hub.deletedText')}
        />
        <ListLink
          to="/private/profile"
          hash="looks"
          start={<BookOpen className="text-fir" />}
          title={strong(t('private.hub.text'))}
          meta={t(textSizes[text])}
        />
        <ListLink to="/faq" start={<CircleHelp className="text-fir" />} title={strong(t('private.hub.help'))} />
      </List>
      <List card className="mt-4">
        <LogOutRow />
      </List>
    </section>
  );
}

function LogOutRow() {
  const { begin, busy, dialog } = useLogOut(() => navigation.inApp('/login'));
  return (
    <>
      <ListButton start={<LogOut />} title={t('private.hub.logout')} className="text-ink-2" busy={busy} onClick={begin} />
      {dialog}
    </>
  );
}
