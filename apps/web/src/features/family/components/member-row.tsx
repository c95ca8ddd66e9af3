import { t } from '@heartwood/messages/current';
import type { FamilySummary, Member } from '@heartwood/contract/family';
import { Ellipsis, LogOut, ShieldCheck, UserMinus, Users } from 'lucide-react';
import { useState } from 'react';
import { addressOf } from '#platform/addresses.ts';
import { useSession } from '#platform/session.ts';
import { Avatar } from '#ui/avatar.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { useMemberChange } from '../hooks/use-member-change.ts';
import { firstName, memberVerbs, roleNames } from '../logic.ts';
import { WhoToMe } from './who-to-me.tsx';

/** A member: who they are to one, what they may do, and behind three dots what may be changed. */
export function MemberRow({ family, member }: { family: FamilySummary; member: Member }) {
  const { user } = useSession();
  const verbs = memberVerbs(family.role, user?.id, member);
  const self = member.user_id === user?.id;
  const [asking, ask] = useState<'remove' | 'leave'>();
  const change = useMemberChange(family, member, () => ask(undefined));
  const isChanging = change.changeRole.isPending || undefined;
  return (
    <li aria-busy={isChanging} data-pending={isChanging} className="pe-1.5! ps-4!">
      <div className="flex min-h-19 items-center gap-3 py-3 leading-snug">
        <Avatar id={member.heartwood_id} name={member.name} src={addressOf(member.image?.thumb)} size="l" />
        <div className="min-w-0 flex-1 gap-x-3 sm:flex sm:items-center sm:justify-between">
          <div className="min-w-0 flex-1">
            <b className="type-label text-body [overflow-wrap:anywhere]">{member.name}</b>{' '}
            {self && <span className="type-meta">{t('family.you')}</span>}
            {!self && <WhoToMe person={member} said="type-meta" asked="link-row" />}
          </div>
          <span className="type-meta">{t(roleNames[member.role])}</span>
        </div>
        {verbs.changeRole || verbs.leave ? <MemberMenu {...{ member, verbs, change, asking, ask }} /> : <span className="w-2.5" />}
      </div>
    </li>
  );
}

function MemberMenu({
  member,
  verbs,
  change: { changeRole, remove },
  asking,
  ask,
}: {
  member: Member;
  verbs: ReturnType<typeof memberVerbs>;
  change: ReturnType<typeof useMemberChange>;
  /** What is asked about. */
  asking: 'remove' | 'leave' | undefined;
  ask: (what: 'remove' | 'leave' | undefined) => void;
}) {
  const name = firstName(member.name);
  const next = verbs.changeRole;
  return (
    <>
      <Menu
        title={member.name}
        trigger={
          <IconButton label={verbs.leave ? t('family.leave') : t('family.more', { name: member.name })} className="-ms-1.5">
            <Ellipsis />
          </IconButton>
        }
      >
        {next && (
          <MenuItem
            icon={next === 'guardian' ? <ShieldCheck className="icon-s" /> : <Users className="icon-s" />}
            onClick={() => changeRole.isPending || changeRole.mutate(next)}
          >
            {next === 'guardian' ? t('family.makeGuardian') : t('family.makeRelative')}
          </MenuItem>
        )}
        {verbs.remove && (
          <MenuItem danger icon={<UserMinus className="icon-s" />} onClick={() => ask('remove')}>
            {t('family.remove')}
          </MenuItem>
        )}
        {verbs.leave && (
          <MenuItem danger icon={<LogOut className="icon-s" />} onClick={() => ask('leave')}>
            {t('family.leave')}
          </MenuItem>
        )}
      </Menu>
      <ConfirmDialog
        title={asking === 'leave' ? t('family.leaveTitle') : t('family.removeTitle', { name })}
        text={asking === 'leave' ? t('family.leaveText') : t('family.removeText', { name })}
        confirm={asking === 'leave' ? t('family.leaveConfirm') : t('family.removeConfirm')}
        keep={asking === 'leave' ? t('family.leaveKeep') : t('family.removeKeep')}
        open={asking !== undefined}
        onOpenChange={(open) => !open && ask(undefined)}
        onConfirm={() => remove.mutate()}
        busy={remove.isPending}
      />
    </>
  );
}
