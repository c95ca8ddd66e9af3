import { t } from '@heartwood/messages/current';
import { House, ShieldCheck, Users } from 'lucide-react';
import { Explained } from '#ui/explained.tsx';
import { roleNames } from '../logic.ts';

/** What owner, guardian and relative may do. */
export function RolesExplained() {
  return (
    <Explained
      of={[
        { icon: <House />, name: t(roleNames.owner), text: t('family.rolesText.owner') },
        { icon: <ShieldCheck />, name: t(roleNames.guardian), text: t('family.rolesText.guardian') },
        { icon: <Users />, name: t(roleNames.relative), text: t('family.rolesText.relative') },
      ]}
    />
  );
}
