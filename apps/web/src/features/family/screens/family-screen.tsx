import { t } from '@heartwood/messages/current';
import type { FamilyRole, FamilySummary } from '@heartwood/contract/family';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ArrowLeft, ArrowRightLeft, Ellipsis, PencilLine, UserPlus } from 'lucide-react';
import { useState, type ComponentType } from 'react';
import { meQuery } from '#features/accounts/api.ts';
import { hasNotCome, NotLoaded } from '#platform/not-loaded.tsx';
import { familiesQuery, useCurrentFamily, useMembers } from '../api.ts';
import { BackRow } from '#ui/back-row.tsx';
import { Button } from '#ui/button.tsx';
import { QuietCard } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { IconButton, IconLink } from '#ui/icon-button.tsx';
import { List } from '#ui/list-row.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { Page } from '#ui/page.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { HandOverDialog, RenameDialog } from '../components/family-dialogs.tsx';
import { MemberRow } from '../components/member-row.tsx';
import { RolesExplained } from '../components/roles-explained.tsx';
import { paysLine } from '../logic.ts';

/** What the screen shows of invitations, which are a feature above. */
interface InvitationParts {
  Invite: ComponentType<{ mine: FamilyRole; open: boolean; onOpenChange: (open: boolean) => void }>;
  Open: ComponentType;
}

/** Who belongs to the family and what they may do, who is still on the way, and inviting somebody. */
export function FamilyScreen({ invitations }: { invitations: InvitationParts }) {
  const families = useQuery(familiesQuery());
  const family = useCurrentFamily();
  const members = useMembers();
  const isMissing = hasNotCome(family ? members : families);
  const me = useQuery(meQuery);
  const pays = me.data ? paysLine(me.data.subscription, members.data?.length ?? 0) : undefined;
  // How long the list is, is not known before: what stands below it does not move.
  const isKnown = family !== undefined && members.data !== undefined;
  return (
    <Page aside={<Beside pays={pays} />}>
      <BackRow
        back={
          <IconLink to="/private" label={t('family.back')}>
            <ArrowLeft />
          </IconLink>
        }
      >
        {family && family.role !== 'relative' && <FamilyMenu family={family} />}
      </BackRow>
      {family ? (
        <Head family={family} count={members.data?.length} Invite={invitations.Invite} />
      ) : (
        <div className={head}>
          <div>
            <h1 className="type-title">{t('family.title')}</h1>
            <p className="mt-2 min-h-lh soft" />
          </div>
          <Button icon={<UserPlus />} disabled>
            {t('family.invite')}
          </Button>
        </div>
      )}
      {members.data && family ? (
        <List card label={family.name} className="mt-6">
          {members.data.map((member) => (
            <MemberRow key={member.user_id} family={family} member={member} />
          ))}
        </List>
      ) : isMissing ? (
        <NotLoaded className="mt-6" onRetry={family ? members.refetch : families.refetch}>
          {t('family.failed')}
        </NotLoaded>
      ) : (
        <Loading className="mt-6">
          <Skeleton className="h-120 rounded-card" />
        </Loading>
      )}
      {isKnown && <invitations.Open />}
      <section className={cx('mt-10 lg:hidden', !isKnown && 'invisible')}>
        <h2 className="type-subhead">{t('family.rolesTitle')}</h2>
        <QuietCard className="mt-3">
          <RolesExplained />
          {pays && <p className="mt-4 type-meta">{pays}</p>}
        </QuietCard>
      </section>
    </Page>
  );
}

const head = 'mt-3 flex flex-col items-start gap-4 md:flex-row md:items-end md:justify-between';

function Head({ family, count, Invite }: { family: FamilySummary; count: number | undefined; Invite: InvitationParts['Invite'] }) {
  const { invite } = useSearch({ strict: false }) as { invite?: string };
  const [inviting, setInviting] = useState(invite !== undefined);
  const navigate = useNavigate();
  const change = (open: boolean) => {
    setInviting(open);
    if (!open && invite !== undefined) void navigate({ to: '/private/family', search: {}, replace: true });
  };
  return (
    <div className={head}>
      <div className="min-w-0">
        <h1 tabIndex={-1} className="type-title">
          {family.name}
        </h1>
        <p className="mt-2 min-h-lh soft">{count !== undefined && t('family.people', { count })}</p>
      </div>
      <Button icon={<UserPlus />} onClick={() => setInviting(true)}>
        {t('family.invite')}
      </Button>
      <Invite mine={family.role} open={inviting} onOpenChange={change} />
    </div>
  );
}

function FamilyMenu({ family }: { family: FamilySummary }) {
  const [open, setOpen] = useState<'rename' | 'handOver'>();
  const members = useMembers();
  const others = members.data?.filter(({ role }) => role !== 'owner') ?? [];
  const close = (next: boolean) => !next && setOpen(undefined);
  return (
    <>
      <Menu
        title={family.name}
        trigger={
          <IconButton label={family.role === 'owner' ? t('family.moreOfFamily') : t('family.rename')}>
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem icon={<PencilLine className="icon-s" />} onClick={() => setOpen('rename')}>
          {t('family.rename')}
        </MenuItem>
        {family.role === 'owner' && others.length > 0 && (
          <MenuItem icon={<ArrowRightLeft className="icon-s" />} onClick={() => setOpen('handOver')}>
            {t('family.handOver')}
          </MenuItem>
        )}
      </Menu>
      <RenameDialog family={family} open={open === 'rename'} onOpenChange={close} />
      <HandOverDialog family={family} members={others} open={open === 'handOver'} onOpenChange={close} />
    </>
  );
}

function Beside({ pays }: { pays: string | undefined }) {
  return (
    <>
      <section>
        <h2 className="mb-2 flex min-h-hit items-center text-body font-semibold">{t('family.rolesTitle')}</h2>
        <RolesExplained />
      </section>
      {pays && (
        <section>
          <h2 className="mb-2 flex min-h-hit items-center text-body font-semibold">{t('family.whoPays')}</h2>
          <p className="soft">{pays}</p>
        </section>
      )}
    </>
  );
}
