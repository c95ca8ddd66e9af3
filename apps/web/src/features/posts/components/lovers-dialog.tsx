import type { DataOf } from '@heartwood/contract/endpoint';
import type { postsApi } from '@heartwood/contract/posts';
import { agoInWords } from '#platform/dates.ts';
import { addressOf } from '#platform/addresses.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { List, ListRow } from '#ui/list-row.tsx';
import { words } from '../words.ts';

/** Everybody who loves a post. */
export default function LoversDialog({ lovers, onClose }: { lovers: DataOf<typeof postsApi.lovers>['items']; onClose: () => void }) {
  return (
    <Dialog title={words.hearts} closable open onOpenChange={(open) => !open && onClose()}>
      <List className="mt-2">
        {lovers.map((person) => (
          <ListRow
            key={person.user_id}
            start={<Avatar id={person.heartwood_id ?? ''} name={person.name} src={addressOf(person.image?.thumb)} />}
            title={person.name}
            meta={agoInWords(person.created_at)}
          />
        ))}
      </List>
    </Dialog>
  );
}
