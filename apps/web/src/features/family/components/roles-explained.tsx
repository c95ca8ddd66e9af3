import { House, ShieldCheck, Users } from 'lucide-react';
import { words } from '../words.ts';

const said = words;
const roles = [
  ['owner', House],
  ['guardian', ShieldCheck],
  ['relative', Users],
] as const;

/** What owner, guardian and relative may do. */
export function RolesExplained() {
  return (
    <ul className="grid gap-4">
      {roles.map(([role, Icon]) => (
        <li key={role} className="flex items-start gap-3">
          <Icon className="text-fir" />
          <p className="min-w-0">
            <b className="block type-label">{said.roles[role]}</b>
            <span className="type-meta">{said.rolesText[role]}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}
