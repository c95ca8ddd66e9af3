import type { Coverage } from '@heartwood/contract/billing';
import { ArchiveRestore, BookOpen, CircleHelp, Download, Footprints, LogOut, ShieldCheck, Star } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { logout } from '#features/accounts/api.ts';
import { navigation } from '#platform/navigation.ts';
import { usePreferences } from '#platform/preferences.ts';
import { toasts } from '#platform/toasts.ts';
import { List, ListButton, ListLink } from '#ui/list-row.tsx';
import { coverageLine } from '#features/billing/logic.ts';
import { words } from '../words.ts';

const { hub: said } = words;
const strong = (text: ReactNode) => <b className="type-label text-body">{text}</b>;

/** The settings, one row each, and logging out. `unfinished`: the first steps have left something open. */
export function SettingsList({ coverage, unfinished }: { coverage: Coverage | undefined; unfinished: boolean }) {
  const { text } = usePreferences();
  return (
    <section>
      <h2 className="mt-8 type-subhead">{said.settings}</h2>
      <List card label={said.settings} className="mt-3">
        {unfinished && (
          <ListLink to="/onboarding" start={<Footprints className="text-fir" />} title={strong(said.steps)} meta={said.stepsText} />
        )}
        <ListLink
          to="/private/profile"
          hash="devices"
          start={<ShieldCheck className="text-fir" />}
          title={strong(said.signIn)}
          meta={said.signInText}
        />
        <ListLink
          to="/subscribe"
          start={<Star className="text-fir" />}
          title={strong(said.subscription)}
          meta={coverage && coverageLine(coverage)}
        />
        <ListLink
          to="/private/profile"
          hash="export"
          start={<Download className="text-fir" />}
          title={strong(said.export)}
          meta={said.exportText}
        />
        <ListLink
          to="/private/deleted"
          start={<ArchiveRestore className="text-fir" />}
          title={strong(said.deleted)}
          meta={said.deletedText}
        />
        <ListLink
          to="/private/profile"
          hash="looks"
          start={<BookOpen className="text-fir" />}
          title={strong(said.text)}
          meta={said.sizes[text]}
        />
        <ListLink to="/faq" start={<CircleHelp className="text-fir" />} title={strong(said.help)} />
      </List>
      <List card className="mt-4">
        <LogOutRow />
      </List>
    </section>
  );
}

function LogOutRow() {
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    if (busy) return;
    setBusy(true);
    const answer = await logout();
    setBusy(false);
    if (answer.success) navigation.inApp('/login');
    else toasts.add(answer.message, { type: 'error' });
  };
  return (
    <ListButton start={<LogOut />} title={said.logout} className="text-ink-2" aria-busy={busy || undefined} onClick={() => void leave()} />
  );
}
