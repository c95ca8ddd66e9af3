import { t } from '@heartwood/messages/current';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { meQuery } from '#features/accounts/api.ts';
import { ageHint } from '#features/people/components/ages.ts';
import { useSession } from '#platform/session.ts';
import { useToday } from '#platform/today.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FlowPage } from '#ui/flow-page.tsx';
import { BackButton } from '#ui/page.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { DeletionSection } from '#features/accounts/components/deletion-section.tsx';
import { DevicesSection } from '#features/accounts/components/devices-section.tsx';
import { SubscriptionSection } from '#features/billing/components/subscription-section.tsx';
import { WithoutMe } from '#features/family/components/without-me.tsx';
import { ExportFirst } from '#features/export/components/export-first.tsx';
import { ExportSection } from '#features/export/components/export-section.tsx';
import { EmailSection } from '#features/addresses/components/email-section.tsx';
import { LooksSection } from '../components/looks-section.tsx';
import { RestingSection } from '../components/resting-section.tsx';
import { ThisDevice } from '#features/devices/components/this-device.tsx';
import { PreferencesSection } from '#features/notifications/components/preferences-section.tsx';
import { PasswordSection } from '#features/passwords/components/password-section.tsx';
import { ProfileForm } from '#features/profiles/components/profile-form.tsx';
import { useExport } from '#features/export/hooks/use-export.ts';

/** One's profile and account: name and photos, text size, e-mail, password, devices, what reaches one, subscription, families that rest, taking everything along, deleting. */
export function SettingsScreen() {
  const navigate = useNavigate();
  const today = useToday();
  const { profile } = useSession();
  const me = useQuery(meQuery);
  const exporting = useExport();
  const [deleting, setDeleting] = useState(false);
  const [saved, setSaved] = useState(false);
  return (
    <FlowPage
      back={<BackButton label={t('profiles.back')} onBack={() => void navigate({ to: '/private' })} />}
      end={<span className="min-w-hit pe-2 text-end type-meta">{saved ? t('profiles.savedShort') : ''}</span>}
    >
      <h1 className="mt-1 type-title">{t('profiles.title')}</h1>
      {profile ? (
        <ProfileForm key={profile.id} profile={profile} ageOf={(birth) => ageHint(birth, today)} onSaved={() => setSaved(true)} />
      ) : me.isError ? (
        <EmptyState
          drawing="chest"
          title={t('profiles.failed')}
          className="mt-6"
          action={
            <Button small onClick={() => void me.refetch()}>
              {t('profiles.retry')}
            </Button>
          }
        />
      ) : (
        <Loading className="mt-6 grid gap-5">
          <Skeleton className="size-[104px] rounded-full" />
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
        </Loading>
      )}
      <LooksSection />
      <EmailSection />
      <PasswordSection />
      <DevicesSection />
      <PreferencesSection thisDevice={<ThisDevice />} />
      <SubscriptionSection />
      <RestingSection />
      <ExportSection exporting={exporting} />
      <DeletionSection
        open={deleting}
        onOpenChange={setDeleting}
        exportFirst={<ExportFirst exporting={exporting} onStart={() => setDeleting(false)} />}
        families={<WithoutMe />}
      />
    </FlowPage>
  );
}
