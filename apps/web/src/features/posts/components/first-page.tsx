import { Baby, Mail } from 'lucide-react';
import { useIsGuardian } from '#features/family/api.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { List, ListLink } from '#ui/list-row.tsx';
import { words } from '../words.ts';

/** A family's first day: one photo, a child, somebody to see it. */
export function FirstPage() {
  const guardian = useIsGuardian();
  const { title, text, share, next, child, childHint, invite, inviteHint } = words.empty;
  return (
    <div className="py-7">
      <EmptyState
        drawing="photos"
        title={title}
        action={
          <ButtonLink small to="/treasures/share-something">
            {share}
          </ButtonLink>
        }
      >
        {text}
      </EmptyState>
      {guardian !== false && (
        <section className="mt-8">
          <h2 className="mb-2 type-subhead">{next}</h2>
          <List>
            <ListLink to="/children" search={{ add: '1' }} start={<Baby className="text-fir" />} title={child} meta={childHint} />
            <ListLink to="/private/family" start={<Mail className="text-fir" />} title={invite} meta={inviteHint} />
          </List>
        </section>
      )}
    </div>
  );
}
