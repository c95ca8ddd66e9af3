import { useQuery } from '@tanstack/react-query';
import { hasNotCome } from '#platform/not-loaded.tsx';
import { loversQuery } from '../api.ts';
import LoversDialog from './lovers-dialog.tsx';

/** Who loves a post, asked when somebody wants to know. */
export default function PostLovers({ id, onClose }: { id: string; onClose: () => void }) {
  const asked = useQuery({ ...loversQuery(id), throwOnError: false });
  return <LoversDialog lovers={asked.data} onRetry={hasNotCome(asked) ? asked.refetch : undefined} onClose={onClose} />;
}
