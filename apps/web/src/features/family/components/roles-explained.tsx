import { t } from '@heartwood/messages/current';
import { House, ShieldCheck, Users } from 'lucide-react';
import { roleNames } from '../logic.ts';

const roles = [
  ['owner', House, 'family.rolesText.owner'],
  ['guardian', ShieldCheck, 'family.rolesText.guardian'],
  ['relative', Users, 'family.rolesText.relative'],
] as const;

/** What owner, guardian and relative may do. */
export function RolesExplained() {
  return (
    <ul className="grid gap-4">
      {roles.map(([role, Icon, text]) => (
        <li key={role} className="flex items-start gap-3">
          <Icon className="text-fir" />
          <p className="min-w-0">
            <b className="block type-label">{t(roleNames[role])}</b>
            <span className="type-meta">{t(text)}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}
