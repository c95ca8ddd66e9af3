import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { meQuery } from '#features/accounts/api.ts';
import { ageHint } from '#features/family/words.ts';
import { useSession } from '#platform/session.ts';
import { useToday } from '#platform/today.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { BackButton, FlowPage } from '#ui/page.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { DeletionSection } from '../components/deletion-section.tsx';
import { DevicesSection } from '../components/devices-section.tsx';
import { ExportSection } from '../components/export-section.tsx';
import { EmailSection } from '../components/email-section.tsx';
import { LooksSection } from '../components/looks-section.tsx';
import { PasswordSection } from '../components/password-section.tsx';
import { ProfileForm } from '../components/profile-form.tsx';
import { useExport } from '../components/use-export.ts';
import { words } from '../words.ts';

const { profile: said } = words;

/** One's profile and account: name and photos, text size, e-mail, password, devices, taking everything along, deleting. */
export function ProfileScreen() {
  const navigate = useNavigate();
  const today = useToday();
  const { profile } = useSession();
  const me = useQuery(meQuery);
  const exporting = useExport();
  const [saved, setSaved] = useState(false);
  return (
    <FlowPage
      back={<BackButton label={said.back} onBack={() => void navigate({ to: '/private' })} />}
      end={<span className="min-w-hit pr-2 text-right type-meta">{saved ? said.savedShort : ''}</span>}
    >
      <h1 className="mt-1 type-title">{said.title}</h1>
      {profile ? (
        <ProfileForm key={profile.id} profile={profile} ageOf={(birth) => ageHint(birth, today)} onSaved={() => setSaved(true)} />
      ) : me.isError ? (
        <EmptyState
          drawing="chest"
          title={said.failed}
          className="mt-6"
          action={
            <Button small onClick={() => void me.refetch()}>
              {said.retry}
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
      <ExportSection exporting={exporting} />
      <DeletionSection exporting={exporting} />
    </FlowPage>
  );
}
